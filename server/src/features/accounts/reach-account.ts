import type { Database } from '../../database/database.js';
import { missing } from '../../platform/errors.js';
import { isUuid } from '../../platform/ids.js';
import type { Account, AccountId } from './account.js';
import { findAccountWithin } from './account-store.js';

/** The account with this id if `ancestor` reaches it (itself or a descendant); otherwise as if it did not exist. */
export async function reachAccount(db: Database, ancestor: AccountId, id: string): Promise<Account> {
  const account = isUuid(id) ? await findAccountWithin(db, ancestor, id) : undefined;
  if (!account) throw missing('There is no such account');
  return account;
}
