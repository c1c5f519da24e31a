import type { Big } from 'big.js';
import { apportion } from '../paper/apportion.js';
import { moneyDecimals, reportedPrice, tonneDecimals } from '../paper/conversion.js';
import { splitPaper } from '../paper/split.js';
import { decimal, type Decimal } from '../platform/decimals.js';
import { invalid } from '../platform/errors.js';

/** A project and its part of the whole. */
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

/** Checks the settings of one kind (`field` is its name on the wire); an even split when nobody gives a percentage. */
export function sharesOfSettings(settings: readonly ProjectSettingInput[], field: string): ProjectShare[] {
  const ids = new Set(settings.map(({ projectId }) => projectId));
  if (ids.size < settings.length) throw invalid(`${field} names a project twice`);
  const given = settings.filter(({ percentage }) => percentage != null);
  if (given.length === 0) return evenShares([...ids]);
  if (given.length < settings.length) throw invalid(`${field} takes percentage for all projects or for none`);
  const total = given.reduce((sum, { percentage }) => sum.plus(percentage ?? 0), decimal(0));
  if (!total.eq(100)) throw invalid(`${field}: the percentages add up to ${total.toFixed()}, not to 100`);
  return settings.map(({ projectId, percentage }) => ({ projectId, percentage: percentage ?? 0 }));
}

export const evenShares = (projectIds: readonly string[]): ProjectShare[] =>
  projectIds.map((projectId) => ({ projectId, percentage: 1 }));

/** Pages, trees and money each add up to the whole; a project that gets no page gets nothing. */
export function splitBiomass(
  whole: { pages: number; trees: Big; price: Big },
  shares: readonly ProjectShare[],
): BiomassShare[] {
  const weights = shares.map(({ percentage }) => decimal(percentage));
  const parts = splitPaper({ ...whole, pages: decimal(whole.pages) }, weights);
  const planted = weights.map((weight, index) => (parts[index]?.pages.gt(0) ? weight : decimal(0)));
  const prices = apportion(whole.price, planted, moneyDecimals);
  return parts.map(({ pages, trees }, index) => ({
    projectId: shares[index]?.projectId ?? '',
    pages: pages.toNumber(),
    trees: trees.toFixed(),
    price: part(prices, index).toFixed(),
  }));
}

/** Tonnes add up to the whole, money to the reported price. */
export function splitCarbon(
  mtco2e: Big,
  shares: readonly (ProjectShare & { readonly pricePerTonne: Decimal })[],
): { shares: CarbonShare[]; price: Big } {
  const tonnes = apportion(
    mtco2e,
    shares.map(({ percentage }) => decimal(percentage)),
    tonneDecimals,
  );
  const exact = shares.map(({ pricePerTonne }, index) => part(tonnes, index).times(pricePerTonne));
  const price = reportedPrice(exact.reduce((sum, one) => sum.plus(one), decimal(0)));
  const prices = apportion(price, exact, moneyDecimals);
  return {
    price,
    shares: shares.map(({ projectId }, index) => ({
      projectId,
      mtco2e: part(tonnes, index).toFixed(),
      price: part(prices, index).toFixed(),
    })),
  };
}

const part = (parts: readonly Big[], index: number): Big => parts[index] ?? decimal(0);
