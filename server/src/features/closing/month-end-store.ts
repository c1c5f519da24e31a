import { sharedLockSql, lockSql } from '../../database/advisory-lock.js';
import type { Database, Transaction } from '../../database/database.js';
import { waitForPreparedTransactions } from '../../database/prepared-transaction-store.js';
import { statement } from '../../database/statement.js';
import { isoDay } from '../../platform/time/months.js';

/** Keeps a time that is already set. */
const marking = (column: 'closed_at' | 'billed_at'): string => `
  insert into month_ends (month, ${column}) values ($1, $2)
  on conflict (month) do update set ${column} = excluded.${column} where month_ends.${column} is null
  returning month`;

const close = statement<{ month: string }>(marking('closed_at'));

// A transaction that dates something depending on whether a month is closed holds this lock, so that no month is closed
// before it commits. One lock for all months, because closing a month affects all earlier ones.
const monthsLock = 7_306_938_414;
const hold = statement(sharedLockSql(monthsLock));
const waitForHolders = statement(lockSql(monthsLock));

/** Until the transaction ends, no other one can open or close a month, or date something depending on it. */
export async function lockMonths(db: Transaction): Promise<void> {
  await db.rows(waitForHolders);
  // A month that was opened just before a crash of a node has accounts that are not visible yet. Others wait for this lock, so
  // this only waits for transactions that are about to end, and fails if a crash has left one.
  await waitForPreparedTransactions(db, 1_000);
}

/** False if the month is already closed. Call `lockMonths` first. */
export const markClosed = async (db: Transaction, month: Date, now: Date): Promise<boolean> =>
  (await db.first(close, [isoDay(month), now])) !== undefined;

const bill = statement<{ month: string }>(marking('billed_at'));

/** False if the month is already billed. */
export const markBilled = async (db: Transaction, month: Date, now: Date): Promise<boolean> =>
  (await db.first(bill, [isoDay(month), now])) !== undefined;

const reopen = statement('update month_ends set closed_at = null where month = $1');

/**
 * For accounts that the same transaction adds to a month that may already be closed. A concurrent close either sees these
 * accounts or commits before the month is reopened.
 */
export async function markOpen(db: Transaction, month: Date): Promise<void> {
  await db.rows(hold);
  await db.rows(reopen, [isoDay(month)]);
}

const selectClosed = statement<{ closed: boolean }>(
  'select closed_at is not null as closed from month_ends where month = $1',
);

export const isMonthClosed = async (db: Database, month: Date): Promise<boolean> =>
  (await db.first(selectClosed, [isoDay(month)]))?.closed ?? false;

const selectClosedThrough = statement<{ month: string | null }>(`
  select greatest(
    (select max(month) from month_ends where closed_at is not null),
    (select max(month) from settlements where account_id = $1 and settled_at is not null)) as month`);

/** First day of the last month that is past for the account, as defined by `isMonthPast`. All earlier ones are past, too. */
export const closedThrough = async (db: Database, account: string): Promise<string | null> =>
  (await db.first(selectClosedThrough, [account]))?.month ?? null;

export interface MonthEnd {
  /** YYYY-MM-DD */
  readonly month: string;
  readonly closedAt: Date | null;
  readonly billedAt: Date | null;
}

const selectBetween = statement<MonthEnd>(
  'select month, closed_at, billed_at from month_ends where month between $1 and $2',
);

export const listMonthEnds = (db: Database, from: Date, to: Date): Promise<MonthEnd[]> =>
  db.rows(selectBetween, [isoDay(from), isoDay(to)]);

const selectPast = statement<{ past: boolean }>(`
  select exists (select 1 from month_ends where month >= $2 and closed_at is not null)
    or exists (select 1 from settlements where account_id = $1 and month >= $2 and settled_at is not null) as past`);

/**
 * Whether the month or a later one is closed for the account: a close also takes the deposits of all earlier months. Until
 * the transaction ends, no month can be closed for the whole installation.
 */
export async function isMonthPast(db: Transaction, account: string, month: Date): Promise<boolean> {
  await db.rows(hold);
  return (await db.first(selectPast, [account, isoDay(month)]))?.past ?? false;
}
