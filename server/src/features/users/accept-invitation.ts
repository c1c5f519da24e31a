import { recordChange } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { insertAcceptedUser } from './accepted-user-store.js';
import type { User } from './user-store.js';

/**
 * Records that a person has agreed to be a user of the account: from now on they can sign in to it and get mails about
 * it. Only call this for people who have proved that the address is theirs. Does nothing if called again.
 */
export const acceptInvitation = (
  context: Context,
  { id, accountId }: Pick<User, 'id' | 'accountId'>,
): Promise<void> =>
  inTransaction(context, async (tx) => {
    if (!(await insertAcceptedUser(tx.db, accountId, id, tx.clock()))) return;
    await recordChange({ ...tx, actor: { kind: 'user', id } }, accountId, {
      action: 'user.accept',
      subjectId: id,
    });
  });
