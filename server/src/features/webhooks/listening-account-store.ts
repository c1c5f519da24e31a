import type { AccountId } from '../accounts/account.js';
import { keyOfName, lockSql } from '../../database/advisory-lock.js';
import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

const lock = statement(lockSql(keyOfName('$1')));

/** Endpoints of an account are changed one at a time: their number is limited, and they add up to one row of its listening. */
export async function lockEndpointsOf(db: Transaction, account: AccountId): Promise<void> {
  await db.rows(lock, [`webhook endpoints ${account}`]);
}

const selectEnabled = statement<{ count: number; below: boolean | null }>(`
  select count(*) as count, bool_or(include_descendants) as below from webhook_endpoints
  where account_id = $1 and status = 'enabled'`);

const listen = statement(`
  insert into listening_accounts (id, below) values ($1, $2)
  on conflict (id) do update set below = excluded.below where listening_accounts.below <> excluded.below`);

const ignore = statement('delete from listening_accounts where id = $1');

/** After a change of the account's endpoints, in its transaction, which has called `lockEndpointsOf`. */
export async function updateListeningAccount(db: Transaction, account: AccountId): Promise<void> {
  const enabled = await db.first(selectEnabled, [account]);
  if (enabled && enabled.count > 0) await db.rows(listen, [account, enabled.below ?? false]);
  else await db.rows(ignore, [account]);
}
