import type { AccountId } from '../accounts/account.js';
import type { AccountActivity } from '../accounts/ranking-store.js';
import type { Tonnes } from '../volume/volume-rollup-store.js';
import { keyOfName, lockSql } from '../../database/advisory-lock.js';
import type { Database, Transaction } from '../../database/database.js';
import { columnParameters, type ColumnTypes } from '../../database/column-parameters.js';
import { waitForPreparedTransactions } from '../../database/prepared-transaction-store.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';

const job = 'a job adds up what the accounts below each account have';

const lock = statement(lockSql(keyOfName("'roll-up'")));

/** One process at a time: sums are read and written in several statements. Requests do not take this lock. */
export async function lockRollups(db: Transaction): Promise<void> {
  await db.rows(lock);
  await waitForPreparedTransactions(db);
}

/** What is added to the sum of the accounts below one. */
export interface MonthAdded {
  readonly accountId: AccountId;
  readonly month: string;
  readonly pages: Decimal;
  readonly trees: Decimal;
  readonly mtco2e: Decimal;
}

const row = columnParameters(1, {
  accountId: 'uuid',
  month: 'date',
  pages: 'numeric',
  trees: 'numeric',
  mtco2e: 'numeric',
} satisfies ColumnTypes<keyof MonthAdded>);

const add = crossAccountStatement(
  job,
  `insert into account_rollups as below (account_id, month, pages, trees, mtco2e)
   select account_states.account_id, month, pages, trees, mtco2e ${unnestOnShard(row.lists, 'month, pages, trees, mtco2e')}
   on conflict (account_id, month) do update set pages = below.pages + excluded.pages,
     trees = below.trees + excluded.trees, mtco2e = below.mtco2e + excluded.mtco2e`,
);

export async function addToRollups(db: Transaction, added: readonly MonthAdded[]): Promise<void> {
  if (added.length > 0) await db.rows(add, row.listsOf(added));
}

/** A month of the account itself, or of all accounts below it. */
export interface SummedMonth {
  readonly month: string;
  readonly isBelow: boolean;
  readonly pages: Decimal;
  readonly trees: Decimal;
  readonly mtco2e: Decimal;
}

const select = statement<SummedMonth>(`
  select month, false as is_below, pages::numeric as pages, trees, mtco2e from account_volume where account_id = $1
  union all
  select month, true, pages, trees, mtco2e from account_rollups where account_id = $1`);

/** One row per month with trees or tonnes: a few hundred at most, whatever the number of accounts and offsets. */
export const listSummedMonths = (db: Database, account: AccountId): Promise<SummedMonth[]> =>
  db.rows(select, [account]);

// Looks up the newest of each by index. Feeds are counted in one pass: where few accounts have all of them, PostgreSQL would read
// the whole table anew for each account.
const selectActivity = crossAccountStatement<AccountActivity>(
  job,
  `select account_id, coalesce(greatest(
       (select max(date) from deposits where deposits.account_id = account_states.account_id),
       (select max(date) from biomass_offsets where biomass_offsets.account_id = account_states.account_id)
     ), '1970-01-01T00:00:00Z') as active_at,
     coalesce(feeds, 0) as feeds, coalesce(unhealthy_feeds, 0) as unhealthy_feeds
   from account_states left join (
     select account_id, count(*) as feeds, count(*) filter (where health_check = 'unhealthy') as unhealthy_feeds
     from feeds where account_id = any($1::uuid[]) and status = 'active' group by account_id
   ) counted using (account_id)
   where account_id = any($1::uuid[])`,
);

/** The activity of accounts, from their deposits, offsets and feeds. */
export const readActivity = (db: Database, accounts: readonly AccountId[]): Promise<AccountActivity[]> =>
  db.rows(selectActivity, [accounts]);

// Offsets and months are of one snapshot, so what is missing can be added even while others are written.
const selectMissing = crossAccountStatement<Tonnes>(
  job,
  `select account_id, month, sum(mtco2e) as mtco2e from (
     select account_id, date_trunc('month', date at time zone 'UTC')::date as month, mtco2e from carbon_offsets
     where account_id = any($1::uuid[])
     union all
     select account_id, month, -mtco2e from account_volume where account_id = any($1::uuid[])
   ) entries group by account_id, month having sum(mtco2e) <> 0`,
);

/** Tonnes of carbon offsets that a version without this counter has written. */
export const listMissingTonnes = (db: Database, accounts: readonly AccountId[]): Promise<Tonnes[]> =>
  db.rows(selectMissing, [accounts]);
