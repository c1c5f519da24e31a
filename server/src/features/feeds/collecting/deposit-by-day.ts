import { addPages, insertDeposits } from '../../deposits/deposit-batch-store.js';
import { requireWithinLimit } from '../../deposits/deposit-limit.js';
import type { Deposit, NewDeposit } from '../../deposits/deposit-store.js';
import { isMonthPast } from '../../closing/month-end-store.js';
import { defaultPaper } from '../../paper/sheets.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import { invalid } from '../../../platform/errors.js';
import { newId } from '../../../platform/ids.js';
import { isoDay, startOfMonth } from '../../../platform/time/months.js';
import type { Feed } from '../feed-store.js';
import { findDayDeposits, saveDayDeposits } from './reading-store.js';

/** Pages, and the time they belong to. */
interface Portion {
  readonly pages: number;
  readonly date: Date;
}

export interface PagesOfDeposit {
  /** As it is now. */
  readonly deposit: Deposit;
  readonly pages: number;
}

/**
 * Adds pages to the feed's deposits of their days (UTC). A day without a deposit gets one, also if its deposit was deleted or
 * processed. Pages of a closed month go into the deposit of today. Returns the deposits, oldest day first, with the pages that each got.
 */
export async function depositByDay(
  tx: TransactionContext,
  feed: Feed,
  portions: readonly Portion[],
): Promise<PagesOfDeposit[]> {
  const sums = await sumsOfDays(tx, feed, portions);
  const changed = await addToKnown(tx, feed, sums);
  const made = await createNew(tx, feed, new Map([...sums].filter(([day]) => !changed.has(day))));
  return [...changed, ...made]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, deposit]) => ({ deposit, pages: sums.get(day)?.pages ?? 0 }));
}

async function sumsOfDays(
  tx: TransactionContext,
  feed: Feed,
  portions: readonly Portion[],
): Promise<ReadonlyMap<string, Portion>> {
  const openDateOf = openDates(tx, feed);
  const sums = new Map<string, Portion>();
  for (const { pages, date: wanted } of portions) {
    if (pages === 0) continue;
    const date = await openDateOf(wanted);
    const day = isoDay(date);
    const sum = sums.get(day) ?? { pages: 0, date };
    sums.set(day, { pages: sum.pages + pages, date: date > sum.date ? date : sum.date });
  }
  return sums;
}

/** Looks up each month only once. */
function openDates({ db, clock }: TransactionContext, { accountId }: Feed): (wanted: Date) => Promise<Date> {
  const now = clock();
  const past = new Map<number, boolean>();
  return async (wanted) => {
    const month = startOfMonth(wanted);
    if (month >= startOfMonth(now)) return wanted;
    const isPast = past.get(month.getTime()) ?? (await isMonthPast(db, accountId, month));
    past.set(month.getTime(), isPast);
    return isPast ? now : wanted;
  };
}

type DepositsOfDays = ReadonlyMap<string, Deposit>;

async function addToKnown(
  tx: TransactionContext,
  { accountId, id: feedId }: Feed,
  sums: ReadonlyMap<string, Portion>,
): Promise<DepositsOfDays> {
  const known = sums.size === 0 ? [] : await findDayDeposits(tx.db, accountId, feedId, [...sums.keys()]);
  const additions = known.map(({ day, depositId }) => ({ id: depositId, pages: sums.get(day)?.pages ?? 0 }));
  const days = new Map(known.map(({ day, depositId }) => [depositId, day]));
  const changed = additions.length === 0 ? [] : await addPages(tx, accountId, additions);
  await requireDaysWithinLimit(tx, changed);
  return new Map(changed.map((deposit) => [days.get(deposit.id) ?? '', deposit]));
}

const requireDaysWithinLimit = (
  { db }: Context,
  deposits: readonly Pick<NewDeposit, 'pages' | 'width' | 'length' | 'gsm'>[],
): Promise<void> =>
  requireWithinLimit(
    db,
    deposits.map(({ pages, ...paper }) => ({ quantity: pages, ...paper })),
  );

async function createNew(
  tx: TransactionContext,
  { accountId, id: feedId }: Feed,
  sums: ReadonlyMap<string, Portion>,
): Promise<DepositsOfDays> {
  if (sums.size === 0) return new Map();
  const createdAt = tx.clock();
  const wanted = [...sums].map(([day, { pages, date }]) => ({
    day,
    deposit: { id: newId(), feedId, date, pages, ...defaultPaper, createdAt, actor: tx.actor },
  }));
  await requireDaysWithinLimit(
    tx,
    wanted.map(({ deposit }) => deposit),
  );
  const made = await insertDeposits(
    tx,
    accountId,
    wanted.map(({ deposit }) => deposit),
  );
  if (made.length === 0)
    throw invalid('The account is inactive and cannot take deposits', { code: 'account-inactive' });
  const days = new Map(wanted.map(({ day, deposit }) => [deposit.id, day]));
  await saveDayDeposits(tx.db, accountId, feedId, days);
  return new Map(made.map((deposit) => [days.get(deposit.id) ?? '', deposit]));
}
