import type { AccountId } from '../accounts/account.js';
import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

const insert = statement<{ userId: string }>(`
  insert into accepted_users (account_id, user_id, accepted_at) values ($1, $2, $3)
  on conflict do nothing returning user_id`);

/** False if the user has accepted before. */
export const insertAcceptedUser = async (
  db: Transaction,
  account: AccountId,
  userId: string,
  now: Date,
): Promise<boolean> => (await db.first(insert, [account, userId, now])) !== undefined;
