import type { AccountId } from '../accounts/account.js';
import type { Database } from '../platform/db/database.js';
import { statement } from '../platform/db/statement.js';
import type { NewDeposit } from './deposit-store.js';

// As with a single one, the account is asked for in the insert itself, and held until it is done.
const insertAll = statement<{ created: number }>(`
  with active_account as materialized (
    select id from accounts where id = $1 and status = 'active' for share
  ), created as (
    insert into deposits (account_id, id, feed_id, date, pages, width, length, gsm, created_at)
    select $1, one.id, null, one.date, one.pages, one.width, one.length, one.gsm, $8
    from active_account, unnest($2::uuid[], $3::timestamptz[], $4::bigint[], $5::numeric[], $6::numeric[], $7::int[])
      as one (id, date, pages, width, length, gsm)
    returning id
  )
  select count(*) as created from created`);

/** Says how many: none when the account is inactive. */
export const insertDeposits = async (
  db: Database,
  account: AccountId,
  deposits: readonly Pick<NewDeposit, 'id' | 'date' | 'pages' | 'width' | 'length' | 'gsm'>[],
  now: Date,
): Promise<number> => {
  const values = [
    deposits.map(({ id }) => id),
    deposits.map(({ date }) => date),
    deposits.map(({ pages }) => pages),
    deposits.map(({ width }) => width),
    deposits.map(({ length }) => length),
    deposits.map(({ gsm }) => gsm),
  ];
  return (await db.first(insertAll, [account, ...values, now]))?.created ?? 0;
};
