import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { deleteUnprocessedDeposit, findDeposit } from './deposit-store.js';

/** Once processed and certified, a deposit stays. */
export async function deleteDeposit(
  { db, clock, actor }: Context,
  account: AccountId,
  id: string,
): Promise<void> {
  const deposit = await findDeposit(db, account, id);
  if (!deposit) throw missing('There is no such deposit');
  if (await deleteUnprocessedDeposit(db, account, deposit, { actor, now: clock() })) return;
  if (!(await findDeposit(db, account, id))) throw missing('There is no such deposit');
  throw invalid('This deposit is locked: it has been processed and certified', { code: 'deposit-locked' });
}
