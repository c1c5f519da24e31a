import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Whole } from '../../platform/decimals.js';
import { rangePageValues, type DayRange, type PageRequest } from '../../database/paging.js';
import { depositColumns, type Deposit } from './deposit-store.js';

/** With whether it stays for good, because it has been processed and certified. */
export interface ListedDeposit extends Deposit {
  readonly isLocked: boolean;
}

const selectPage = statement<ListedDeposit>(`
  select ${depositColumns}, processed_at is not null as is_locked from deposits
  where account_id = $1 and date >= $2 and (date, id) < ($3, $4)
  order by date desc, id desc limit $5`);

export const listDepositsWithLocks = (
  db: Database,
  account: AccountId,
  range: DayRange,
  page: PageRequest,
): Promise<ListedDeposit[]> => db.rows(selectPage, [account, ...rangePageValues(range, page)]);

export interface DepositTotal {
  readonly deposits: number;
  readonly pages: Whole;
}

const selectTotal = statement<DepositTotal>(`
  select count(*) as deposits, coalesce(sum(pages), 0)::bigint as pages from deposits
  where account_id = $1 and date >= $2 and date < $3`);

export async function totalDeposits(
  db: Database,
  account: AccountId,
  range: DayRange,
): Promise<DepositTotal> {
  const [start, end] = rangePageValues(range, { after: undefined, limit: 0 });
  return (await db.first(selectTotal, [account, start, end])) ?? { deposits: 0, pages: 0 };
}

const selectCount = statement<{ count: number }>(
  'select count(*) as count from deposits where account_id = $1 and id = any($2::uuid[])',
);

/** How many of the ids are those of deposits of the account. */
export async function countDeposits(
  db: Database,
  account: AccountId,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  return (await db.first(selectCount, [account, ids]))?.count ?? 0;
}

// From one month to the one before it by the index, so that it costs the same however many deposits a month has.
const selectMonths = statement<{ month: string }>(`
  with recursive months as (
    select date_trunc('month', max(date), 'UTC') as month from deposits where account_id = $1
    union all
    select (select date_trunc('month', max(date), 'UTC') from deposits where account_id = $1 and date < months.month)
    from months where month is not null
  )
  select to_char(month at time zone 'UTC', 'YYYY-MM') as month from months where month is not null limit $2`);

/** More would be of no use to anybody. */
const maxMonths = 600;

/** The months that have deposits, newest first. */
export const listDepositMonths = async (db: Database, account: AccountId): Promise<string[]> =>
  (await db.rows(selectMonths, [account, maxMonths])).map(({ month }) => month);
