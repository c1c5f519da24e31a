import { Type, type Static } from '@sinclair/typebox';
import { roles } from '../../features/accounts/account.js';
import {
  directions,
  rankings,
  type RankedAccount as RankedRow,
} from '../../features/accounts/ranked-account-store.js';
import type { WaitingPaper as WaitingRow } from '../../features/deposits/read-waiting-paper.js';
import type { Methodology } from '../../features/paper/methodology.js';
import type { CurrentOrigin } from '../../features/methodologies/methodology-origin-store.js';
import { tonnesOfMass } from '../../features/paper/conversion.js';
import type {
  Levels as LevelSums,
  MonthLevels,
  Overview as OverviewRow,
} from '../../features/rollups/read-overview.js';
import { decimal } from '../../platform/decimals.js';
import { exactNumber } from '../../platform/exact-number.js';
import { isoMonth } from '../../platform/time/months.js';
import { Count, Decimal, Id, Nullable, OneOf, PageCount } from '../fields.js';
import { presentPublicMethodology, PublicMethodology } from '../methodology.js';
import { AccountFigures, presentFigures } from './account-figures.js';

const Month = Type.String({ maxLength: 7 });

/** Months are `2026-10`. */
export const OverviewQuery = Type.Object({ start: Type.Optional(Month), end: Type.Optional(Month) });

const Sums = Type.Object({
  pages: PageCount,
  trees: Decimal,
  /** Tonnes of carbon offsets. */
  mtco2e: Decimal,
  /** What the paper has emitted, by today's factor. */
  paper_mtco2e: Decimal,
});
const levels = { own: Sums, below: Sums, together: Sums };
const Levels = Type.Object(levels);
const MonthOfOverview = Type.Object({ month: Type.String(), ...levels });

export const Overview = Type.Object(
  {
    start: Type.String(),
    end: Type.String(),
    ever: Levels,
    to_date: Type.Object({ month: Levels, quarter: Levels, year: Levels }),
    range: Levels,
    year_before: Levels,
    months: Type.Array(MonthOfOverview),
    months_before: Type.Array(MonthOfOverview),
    /** Of new figures, and of the emissions of paper. Older trees may follow another one. */
    methodology: PublicMethodology,
    has_earlier_methodologies: Type.Boolean(),
  },
  { title: 'Overview' },
);

export function presentOverview(
  overview: OverviewRow,
  methodology: Methodology,
  { origin, hasEarlier }: CurrentOrigin,
): Static<typeof Overview> {
  const sums = ({ pages, trees, mtco2e }: LevelSums['own']): Static<typeof Sums> => {
    const mass = decimal(pages).times(methodology.standardPageMass);
    return {
      pages: exactNumber(pages),
      trees: exactNumber(trees),
      mtco2e: exactNumber(mtco2e),
      paper_mtco2e: exactNumber(tonnesOfMass(mass, methodology).toFixed()),
    };
  };
  const present = ({ own, below, together }: LevelSums): Static<typeof Levels> => ({
    own: sums(own),
    below: sums(below),
    together: sums(together),
  });
  const months = (list: readonly MonthLevels[]) =>
    list.map(({ month, ...of }) => ({ month, ...present(of) }));
  return {
    start: isoMonth(overview.start),
    end: isoMonth(overview.end),
    ever: present(overview.ever),
    to_date: {
      month: present(overview.toDate.month),
      quarter: present(overview.toDate.quarter),
      year: present(overview.toDate.year),
    },
    range: present(overview.range),
    year_before: present(overview.yearBefore),
    months: months(overview.months),
    months_before: months(overview.monthsBefore),
    methodology: presentPublicMethodology(origin),
    has_earlier_methodologies: hasEarlier,
  };
}

/** Paper of this month that the month-end has not certified yet, with its pages and trees. */
export const WaitingPaper = Type.Object(
  {
    month: Type.String(),
    deposits: Count,
    sheets: PageCount,
    pages: PageCount,
    trees: Decimal,
    paper_mtco2e: Decimal,
  },
  { title: 'WaitingPaper' },
);

export const presentWaitingPaper = (paper: WaitingRow): Static<typeof WaitingPaper> => ({
  month: isoMonth(paper.month),
  deposits: paper.deposits,
  sheets: exactNumber(paper.sheets),
  pages: exactNumber(paper.pages),
  trees: exactNumber(paper.trees),
  paper_mtco2e: exactNumber(paper.mtco2e),
});

export const RankingQuery = Type.Object({
  role: OneOf(roles),
  sort: Type.Optional(OneOf(rankings)),
  direction: Type.Optional(OneOf(directions)),
});

/** An account below, with what it and the accounts below it have together. */
export const RankedAccount = Type.Object(
  {
    id: Id,
    name: Type.String(),
    display_name: Type.String(),
    external_id: Nullable(Type.String()),
    role: OneOf(roles),
    status: OneOf(['active', 'inactive']),
    parent_id: Id,
    parent_display_name: Type.String(),
    ...AccountFigures.properties,
  },
  { title: 'RankedAccount' },
);

export const presentRankedAccount = (row: RankedRow): Static<typeof RankedAccount> => ({
  id: row.id,
  name: row.name,
  display_name: row.displayName,
  external_id: row.externalId,
  role: row.role,
  status: row.status,
  parent_id: row.parentId,
  parent_display_name: row.parentDisplayName,
  ...presentFigures(row),
});
