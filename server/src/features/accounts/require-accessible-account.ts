import type { Database } from '../../database/database.js';
import { missing } from '../../platform/errors.js';
import { isUuid } from '../../platform/ids.js';
import type { Account, AccountId } from './account.js';
import { findAccountWithin } from './account-store.js';

/** The account, if it is `ancestor` or one of its descendants. Any other is reported as if it did not exist. */
export async function requireAccessibleAccount(
  db: Database,
  ancestor: AccountId,
  id: string,
): Promise<Account> {
  const account = isUuid(id) ? await findAccountWithin(db, ancestor, id) : undefined;
  if (!account) throw missing('There is no such account');
  return account;
}
