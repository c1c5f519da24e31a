import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';
import { addMonths } from '../../platform/time/months.js';
import { rangePageValues, type DayRange } from '../../database/paging.js';
import { combinedList } from '../../database/combined-list.js';
import { sortedList } from '../../database/sorted-list.js';
import type { SortedListOptions } from '../../database/sorted-list-sql.js';
import { depositMass } from '../paper/sheets.js';
import { depositColumns, type Deposit } from './deposit-store.js';

export interface ListedDeposit extends Deposit {
  /** It has been processed and certified, so it cannot be deleted. */
  readonly isLocked: boolean;
}

const list: SortedListOptions = {
  table: 'deposits',
  columns: `${depositColumns}, processed_at is not null as is_locked`,
  scope: 'account_id',
  date: 'date',
  amounts: { pages: 'pages::numeric' },
  filters: { feed_id: 'uuid' },
};

/** In any order, filtered by feed. */
export const listSortedDeposits = sortedList<ListedDeposit>(list);

/** The same of several accounts. */
export const listCombinedDeposits = combinedList<ListedDeposit>(list);

export interface DepositTotal {
  readonly deposits: number;
  readonly pages: Whole;
}

/** As many are added up in less than a tenth of a second. */
const maxAdded = 100_000;

// Each account is asked by its index, one after the other, up to the limit of all together.
const selectTotal = crossAccountStatement<DepositTotal>(
  'an account adds up the deposits of accounts below it',
  `select count(*) as deposits, coalesce(sum(pages), 0)::bigint as pages from (
    select one.pages from account_states cross join lateral (
      select pages from deposits where deposits.account_id = account_states.account_id and date >= $2 and date < $3
        and ($4::uuid is null or feed_id = $4)
      order by date desc, id desc limit ${maxAdded + 1}
    ) one where account_states.account_id = any($1::uuid[]) limit ${maxAdded + 1}
  ) listed`,
);

/** Null: there are too many. */
export async function totalDeposits(
  db: Database,
  accounts: readonly AccountId[],
  range: DayRange,
  feedId: string | undefined,
): Promise<DepositTotal | null> {
  const [start, end] = rangePageValues(range, { after: undefined, limit: 0 });
  const total = await db.first(selectTotal, [accounts, start, end, feedId ?? null]);
  return total && total.deposits <= maxAdded ? total : null;
}

/** What waits in one account. */
export interface WaitingDeposits extends DepositTotal {
  /** In grams. */
  readonly mass: Decimal;
}

// Without a limit if it is null.
const selectWaiting = crossAccountStatement<WaitingDeposits>(
  'an account adds up the deposits of accounts below it',
  `select account_id, count(*) as deposits, sum(pages)::bigint as pages, sum(mass) as mass from (
    select account_states.account_id, one.pages, one.mass from account_states cross join lateral (
      select pages, ${depositMass} as mass from deposits
      where deposits.account_id = account_states.account_id and date >= $2 and date < $3 and processed_at is null limit $4
    ) one where account_states.account_id = any($1::uuid[]) limit $4
  ) waiting group by account_id`,
);

/**
 * The deposits of a month that the month-end has not processed yet, one row per account that has some. Those of one account
 * are always added up, those of several up to a limit.
 */
export async function sumWaitingDeposits(
  db: Database,
  accounts: readonly AccountId[],
  month: Date,
): Promise<WaitingDeposits[]> {
  const limit = accounts.length > 1 ? maxAdded + 1 : null;
  const sums = await db.rows(selectWaiting, [accounts, month, addMonths(month, 1), limit]);
  if (limit !== null && sums.reduce((count, { deposits }) => count + deposits, 0) > maxAdded)
    throw invalid(
      `Only up to ${maxAdded} waiting deposits can be added up together: choose an account below that has fewer`,
      { code: 'too-many-deposits', params: { max: maxAdded } },
    );
  return sums;
}

// Jumps from one month to the previous one by index, so the cost does not depend on the number of deposits per month.
const selectMonths = statement<{ month: string }>(`
  with recursive months as (
    select date_trunc('month', max(date), 'UTC') as month from deposits where account_id = $1
    union all
    select (select date_trunc('month', max(date), 'UTC') from deposits where account_id = $1 and date < months.month)
    from months where month is not null
  )
  select to_char(month at time zone 'UTC', 'YYYY-MM') as month from months where month is not null limit $2`);

/** 50 years. */
const maxMonths = 600;

/** Months with deposits, newest first. */
export const listDepositMonths = async (db: Database, account: AccountId): Promise<string[]> =>
  (await db.rows(selectMonths, [account, maxMonths])).map(({ month }) => month);
