import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { deleteUnprocessedDeposit, findDeposit, type Deposit } from './deposit-store.js';

/** A deposit that has been processed and certified cannot be deleted. */
export async function deleteDeposit(
  { db, clock, actor }: Context,
  account: AccountId,
  deposit: Deposit,
): Promise<void> {
  if (await deleteUnprocessedDeposit(db, account, deposit, { actor, now: clock() })) return;
  // It was deleted by another request or processed by a close.
  if (!(await findDeposit(db, account, deposit.id))) throw missing('There is no such deposit');
  throw invalid('This deposit has been processed and can no longer be deleted', { code: 'deposit-locked' });
}
