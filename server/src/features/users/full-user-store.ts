import type { AccountId } from '../accounts/account.js';
import { keyOfName, lockSql } from '../../database/advisory-lock.js';
import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

// One lock for the account rather than one for each row: who waits for a row keeps the rows that are no longer among the first
// two, and somebody else may wait for those.
const lock = statement(lockSql(keyOfName("'full users ' || $1::text")));

// Two are enough to know whether one is the last.
const select = statement<{ id: string }>(`
  select id from users
  where account_id = $1 and permission = 'full'
    and exists (select from accepted_users where account_id = $1 and user_id = users.id)
  order by id limit 2`);

/**
 * The first two users with full permission who have accepted their invitations; fewer if there are not as many. Until the
 * transaction ends, nobody else gets them.
 */
export async function lockFullUsers(db: Transaction, account: AccountId): Promise<{ id: string }[]> {
  await db.rows(lock, [account]);
  return db.rows(select, [account]);
}
