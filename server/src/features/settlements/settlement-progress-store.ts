import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';

// Enough to tell what is wrong.
const maxFailureLength = 500;

const note = statement(`
  update settlements set failure = $3 where account_id = $1 and month = $2 and settled_at is null`);

/** Sets an open settlement aside with the reason; the month is closed without it. */
export async function recordFailure(
  db: Transaction,
  account: AccountId,
  month: Date,
  failure: string,
): Promise<void> {
  await db.rows(note, [account, isoDay(month), failure.slice(0, maxFailureLength)]);
}

/** The progress and the totals of the close of a month. */
export interface MonthProgress {
  /** YYYY-MM-DD */
  readonly month: string;
  readonly accounts: number;
  readonly settled: number;
  readonly deposits: number;
  readonly pages: Whole;
  readonly trees: Decimal;
  /** When the first settlement was opened, and when one was last opened or settled. */
  readonly beganAt: Date;
  readonly lastProgressAt: Date;
}

const selectProgress = crossAccountStatement<MonthProgress>(
  'the operator sees the progress of a close',
  `select month, count(*) as accounts, count(settled_at) as settled, coalesce(sum(deposits), 0)::bigint as deposits,
     coalesce(sum(pages - returned_pages), 0)::bigint as pages, coalesce(sum(trees - returned_trees), 0) as trees,
     min(opened_at) as began_at, greatest(max(opened_at), max(settled_at)) as last_progress_at
   from settlements where month between $1 and $2 group by month`,
);

/** For months in this range that have settlements. */
export const monthProgress = (db: Database, from: Date, to: Date): Promise<MonthProgress[]> =>
  db.rows(selectProgress, [isoDay(from), isoDay(to)]);

export interface FailedSettlement {
  readonly month: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly failure: string;
}

const maxFailures = 200;

const selectFailures = crossAccountStatement<FailedSettlement>(
  'the operator sees which accounts a close could not settle',
  `select month, account_id, display_name as account_name, failure
   from settlements join accounts on accounts.id = account_id
   where settled_at is null and failure is not null order by month desc, name_sort, account_id limit ${maxFailures}`,
);

/** The failures that need the operator's attention, up to a readable number. */
export const failedSettlements = (db: Database): Promise<FailedSettlement[]> => db.rows(selectFailures);

const countFailures = crossAccountStatement<{ month: string; accounts: number }>(
  'the operator sees how many accounts a close could not settle',
  `select month, count(*)::integer as accounts from settlements
   where settled_at is null and failure is not null group by month order by month`,
);

/** How many accounts are set aside per month, oldest first; only months that have any. */
export const countSetAside = async (db: Database): Promise<ReadonlyMap<string, number>> =>
  new Map((await db.rows(countFailures)).map(({ month, accounts }) => [month, accounts]));

const selectFirst = crossAccountStatement<{ month: string | null }>(
  'the operator sees every month since the first',
  'select least((select min(month) from settlements), (select min(month) from month_ends)) as month',
);

/** The first month that was closed or billed, even in part. */
export async function firstMonth(db: Database): Promise<Date | undefined> {
  const first = (await db.first(selectFirst))?.month;
  return first == null ? undefined : new Date(first);
}
