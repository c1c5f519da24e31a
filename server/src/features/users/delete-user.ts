import type { AccountId } from '../accounts/account.js';
import { record } from '../audit/audit-store.js';
import { deleteWaitingMails } from '../mail/outbox-store.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { inTransaction } from '../../database/in-transaction.js';
import { handOverPasskeys } from './passkeys/hand-over-passkeys.js';
import { deleteUser as removeUser, lockUser, userFacts } from './user-store.js';

export const deleteUser = (context: Context, account: AccountId, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const user = await lockUser(tx.db, account, id);
    if (!user) throw missing('There is no such user');
    await handOverPasskeys(tx, user);
    await removeUser(tx.db, account, id);
    await deleteWaitingMails(tx.db, account, id);
    await record(tx, account, { action: 'user.delete', subjectId: id, before: userFacts(user) });
  });
