import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { addMonths, isoDay, startOfMonth } from '../../platform/time/months.js';
import { listVolume } from './volume-store.js';

export interface VolumePeriod {
  readonly accountId: AccountId;
  readonly month: Date;
  readonly pages: Whole;
  readonly trees: Decimal;
}

/**
 * One period for every month in the range, including months without volume. The bounds may be in either order. By
 * default, from this month a year ago to this month.
 */
export async function readVolume(
  { db, clock }: Context,
  account: AccountId,
  bounds: { start: Date | undefined; end: Date | undefined },
): Promise<VolumePeriod[]> {
  const thisMonth = startOfMonth(clock());
  const a = startOfMonth(bounds.start ?? thisMonth);
  const b = startOfMonth(bounds.end ?? addMonths(thisMonth, -12));
  const [first, last] = a <= b ? [a, b] : [b, a];
  const rows = await listVolume(db, account, isoDay(first), isoDay(last));
  const known = new Map(rows.map((row) => [row.month, row]));
  const periods: VolumePeriod[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    const { pages, trees } = known.get(isoDay(month)) ?? { pages: 0, trees: '0' };
    periods.push({ accountId: account, month, pages, trees });
  }
  return periods;
}
