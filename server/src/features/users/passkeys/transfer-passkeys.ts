import { recordChange } from '../../audit/audit-store.js';
import type { TransactionContext } from '../../../database/context.js';
import { nodeUnavailable } from '../../../database/failures.js';
import { findAcceptedUsersOnNodes, type User } from '../user-store.js';
import { deletePasskeysOfUser, insertPasskey, passkeyFacts } from './passkey-store.js';

/**
 * A person who is removed from one account keeps the passkeys for the others: they move to the user of another account. If
 * there is none, they are deleted: whoever gets this address later must not be signed in with them.
 */
export async function transferPasskeys(tx: TransactionContext, user: User): Promise<void> {
  const passkeys = await deletePasskeysOfUser(tx.db, user.accountId, user.id);
  if (passkeys.length === 0) return;
  const { rows, isComplete } = await findAcceptedUsersOnNodes(tx.db, user.email);
  const newOwner = rows.find(({ id }) => id !== user.id);
  if (!newOwner && !isComplete) throw nodeUnavailable();
  for (const passkey of passkeys) {
    await recordChange(tx, user.accountId, {
      action: 'passkey.delete',
      subjectId: passkey.id,
      before: passkeyFacts(passkey),
    });
    if (!newOwner) continue;
    const moved = { ...passkey, accountId: newOwner.accountId, userId: newOwner.id };
    if (await insertPasskey(tx.db, moved))
      // One account does not learn from the trail of another who made changes there.
      await recordChange({ ...tx, actor: { kind: 'user', id: newOwner.id } }, newOwner.accountId, {
        action: 'passkey.create',
        subjectId: moved.id,
        after: passkeyFacts(moved),
      });
  }
}
