import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { deleteWaitingMails } from '../mail/outbox-store.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { requireAnotherFullUser } from './require-another-full-user.js';
import { transferPasskeys } from './passkeys/transfer-passkeys.js';
import { deleteUser as removeUser, lockUser, userFacts, type User } from './user-store.js';

export const deleteUser = (context: Context, account: AccountId, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    await requireAnotherFullUser(tx, account, id);
    await remove(tx, account, id);
  });

/** Deletes an invited user who does not want to be one. Nobody has to stay, even as the only user of an account. */
export const declineInvitation = (
  context: Context,
  { id, accountId }: Pick<User, 'id' | 'accountId'>,
): Promise<void> =>
  inTransaction({ ...context, actor: { kind: 'user', id } }, (tx) => remove(tx, accountId, id));

async function remove(tx: TransactionContext, account: AccountId, id: string): Promise<void> {
  const user = await lockUser(tx.db, account, id);
  if (!user) throw missing('There is no such user');
  await transferPasskeys(tx, user);
  await removeUser(tx.db, account, id);
  await deleteWaitingMails(tx.db, account, id);
  await recordChange(tx, account, { action: 'user.delete', subjectId: id, before: userFacts(user) });
}
