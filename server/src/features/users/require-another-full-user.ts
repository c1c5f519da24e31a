import type { AccountId } from '../accounts/account.js';
import type { TransactionContext } from '../../database/context.js';
import { invalid } from '../../platform/errors.js';
import { lockFullUsers } from './full-user-store.js';

/**
 * Refuses to restrict or remove the last user with full permission, if a user does it: nobody of the account could undo
 * it in the dashboard. Invited users do not count: an invitation may never be accepted. Keys and the operator may, because they can undo it. Call it before the user is locked.
 */
export async function requireAnotherFullUser(
  tx: TransactionContext,
  account: AccountId,
  id: string,
): Promise<void> {
  if (tx.actor.kind !== 'user') return;
  const [first, ...others] = await lockFullUsers(tx.db, account);
  if (first?.id === id && others.length === 0)
    throw invalid('This is the last user of the account with full permission', { code: 'last-full-user' });
}
