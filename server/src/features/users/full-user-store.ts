import type { AccountId } from '../accounts/account.js';
import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

// Two are enough to know whether one is the last. In order of their ids, which only grow, so that nobody waits for
// somebody who waits for them.
const lock = statement<{ id: string }>(`
  select id from users where account_id = $1 and permission = 'full' order by id limit 2 for no key update`);

/** The first two users with full permission, locked until the transaction ends; fewer if there are not as many. */
export const lockFullUsers = (db: Transaction, account: AccountId): Promise<{ id: string }[]> =>
  db.rows(lock, [account]);
