import type { AccountId } from '../accounts/account.js';
import { keyOfName, tryLockSql } from '../../database/advisory-lock.js';
import type { Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';

const lock = statement<{ taken: boolean }>(tryLockSql(keyOfName("'import of users ' || $1::text")));

/** Until the transaction ends. False if another import has one of the accounts: never waits for it. */
export async function lockForImport(db: Transaction, accounts: readonly AccountId[]): Promise<boolean> {
  // One by one and in one order, so that of several with the same accounts one gets all of them.
  for (const account of accounts.toSorted()) if (!(await db.first(lock, [account]))?.taken) return false;
  return true;
}
