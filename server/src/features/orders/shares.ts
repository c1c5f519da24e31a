import type { Big } from 'big.js';
import { apportion } from '../paper/apportion.js';
import { priceOfPages, tonneDecimals } from '../paper/conversion.js';
import { splitPaper } from '../paper/split.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';

export interface ProjectShare {
  readonly projectId: string;
  readonly percentage: number;
}

export interface BiomassShare {
  readonly projectId: string;
  readonly pages: number;
  readonly trees: Decimal;
  readonly price: Decimal;
}

export interface CarbonShare {
  readonly projectId: string;
  readonly mtco2e: Decimal;
  readonly price: Decimal;
}

export interface ProjectSettingInput {
  readonly projectId: string;
  readonly percentage?: number | null | undefined;
}

/** Validates the settings of one kind (`field` is its name in the API). Splits evenly if no percentage is given. */
export function sharesOfSettings(settings: readonly ProjectSettingInput[], field: string): ProjectShare[] {
  const ids = new Set(settings.map(({ projectId }) => projectId));
  if (ids.size < settings.length)
    throw invalid(`${field} must not contain a project twice`, { code: 'project-twice', field });
  const given = settings.filter(({ percentage }) => percentage != null);
  if (given.length === 0) return evenShares([...ids]);
  if (given.length < settings.length)
    throw invalid(`${field} must have a percentage for all projects or for none`, {
      code: 'percentages-all-or-none',
      field,
    });
  const total = given.reduce((sum, { percentage }) => sum.plus(percentage ?? 0), decimal(0));
  if (!total.eq(100))
    throw invalid(`${field}: the percentages must add up to 100, not ${total.toFixed()}`, {
      code: 'percentages-sum',
      field,
      params: { sum: total.toNumber() },
    });
  return settings.map(({ projectId, percentage }) => ({ projectId, percentage: percentage ?? 0 }));
}

export const evenShares = (projectIds: readonly string[]): ProjectShare[] =>
  projectIds.map((projectId) => ({ projectId, percentage: 1 }));

/** Shares and their exact total; it is rounded when displayed. */
interface Priced<Share> {
  readonly shares: Share[];
  readonly price: Big;
}

/** Pages and trees each add up to the whole. A project without a page gets nothing. */
export function splitBiomass(
  { rate, ...whole }: { pages: number; trees: Big; rate: Decimal },
  projects: readonly ProjectShare[],
): Priced<BiomassShare> {
  const parts = splitPaper(
    { ...whole, pages: decimal(whole.pages) },
    projects.map(({ percentage }) => decimal(percentage)),
  );
  return priced(
    parts.map(({ pages, trees }, index) => ({
      projectId: projects[index]?.projectId ?? '',
      pages: pages.toNumber(),
      trees: trees.toFixed(),
      price: priceOfPages(pages, rate).toFixed(),
    })),
  );
}

/** The tonnes add up to the whole. */
export function splitCarbon(
  mtco2e: Big,
  projects: readonly (ProjectShare & { readonly pricePerTonne: Decimal })[],
): Priced<CarbonShare> {
  const tonnes = apportion(
    mtco2e,
    projects.map(({ percentage }) => decimal(percentage)),
    tonneDecimals,
  );
  return priced(
    projects.map(({ projectId, pricePerTonne }, index) => {
      const part = tonnes[index] ?? decimal(0);
      return { projectId, mtco2e: part.toFixed(), price: part.times(pricePerTonne).toFixed() };
    }),
  );
}

const priced = <Share extends { readonly price: Decimal }>(shares: Share[]): Priced<Share> => ({
  shares,
  price: shares.reduce((sum, { price }) => sum.plus(price), decimal(0)),
});
