import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { sumOf, type Decimal } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';
import {
  addMonths,
  isoDay,
  isoMonth,
  startOfMonth,
  startOfQuarter,
  startOfYear,
} from '../../platform/time/months.js';
import { listSummedMonths, type SummedMonth } from './rollup-store.js';

/** The months of a chart: more could not be told apart. */
const maxMonths = 120;

export interface Sums {
  readonly pages: Decimal;
  readonly trees: Decimal;
  readonly mtco2e: Decimal;
}

/** Of the account itself, of all accounts below it, and of all of them. */
export interface Levels {
  readonly own: Sums;
  readonly below: Sums;
  readonly together: Sums;
}

export interface MonthLevels extends Levels {
  readonly month: string;
}

export interface Overview {
  readonly start: Date;
  readonly end: Date;
  readonly ever: Levels;
  /** Up to this month, whatever the range. */
  readonly toDate: Readonly<Record<'month' | 'quarter' | 'year', Levels>>;
  readonly range: Levels;
  /** The same months of the year before. */
  readonly yearBefore: Levels;
  /** Every month of the range. */
  readonly months: readonly MonthLevels[];
  readonly monthsBefore: readonly MonthLevels[];
}

/** By default, the thirteen months up to this one, so that it can be compared with the same month of last year. */
export async function readOverview(
  { db, clock }: Context,
  account: AccountId,
  bounds: { readonly start: Date | undefined; readonly end: Date | undefined },
): Promise<Overview> {
  const now = clock();
  const thisMonth = startOfMonth(now);
  const end = bounds.end ?? thisMonth;
  const start = bounds.start ?? addMonths(end, -12);
  if (start > end) throw invalid('start must not be after end', { code: 'start-after-end' });
  const months = monthsBetween(start, end);
  const rows = await listSummedMonths(db, account);
  const byMonth = new Map<string, SummedMonth[]>();
  for (const row of rows) byMonth.set(row.month, [...(byMonth.get(row.month) ?? []), row]);
  const levels = (list: readonly Date[]): MonthLevels[] =>
    list.map((month) => ({ month: isoMonth(month), ...levelsOf(byMonth.get(isoDay(month)) ?? []) }));
  const before = months.map((month) => addMonths(month, -12));
  const within = (list: readonly Date[]): Levels =>
    levelsOf(list.flatMap((month) => byMonth.get(isoDay(month)) ?? []));
  return {
    start,
    end,
    ever: levelsOf(rows),
    toDate: {
      month: within([thisMonth]),
      quarter: within(monthsBetween(startOfQuarter(now), thisMonth)),
      year: within(monthsBetween(startOfYear(now), thisMonth)),
    },
    range: within(months),
    yearBefore: within(before),
    months: levels(months),
    monthsBefore: levels(before),
  };
}

function monthsBetween(start: Date, end: Date): Date[] {
  const count =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth() + 1;
  if (count > maxMonths)
    throw invalid(`An overview has at most ${maxMonths} months`, {
      code: 'too-large',
      params: { max: maxMonths },
    });
  return Array.from({ length: count }, (_, index) => addMonths(start, index));
}

function levelsOf(rows: readonly SummedMonth[]): Levels {
  const of = (isBelow: boolean): Sums => sums(rows.filter((row) => row.isBelow === isBelow));
  return { own: of(false), below: of(true), together: sums(rows) };
}

const sums = (rows: readonly Sums[]): Sums => ({
  pages: sumOf(rows.map(({ pages }) => pages)).toFixed(),
  trees: sumOf(rows.map(({ trees }) => trees)).toFixed(),
  mtco2e: sumOf(rows.map(({ mtco2e }) => mtco2e)).toFixed(),
});
