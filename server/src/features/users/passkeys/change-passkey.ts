import { recordChange, recordDifference } from '../../audit/audit-store.js';
import type { Context, TransactionContext } from '../../../database/context.js';
import { nodeUnavailable } from '../../../database/failures.js';
import { inTransaction } from '../../../database/in-transaction.js';
import { invalid, missing } from '../../../platform/errors.js';
import type { User } from '../user-store.js';
import {
  deletePasskey,
  passkeyFacts,
  findPasskeysOnNodes,
  updatePasskeyName,
  type Passkey,
} from './passkey-store.js';

/** Renames a passkey of the address, in any account. */
export const renamePasskey = (
  context: Context,
  { email }: User,
  id: string,
  name: string,
): Promise<Passkey> =>
  inTransaction(context, async (tx) => {
    const { passkey } = await passkeyOf(tx, email, id);
    const renamed = await updatePasskeyName(tx.db, passkey, name);
    if (!renamed) throw noPasskey();
    await recordDifference(byItsUser(tx, passkey), passkey.accountId, {
      action: 'passkey.update',
      subjectId: id,
      before: passkeyFacts(passkey),
      after: passkeyFacts(renamed),
    });
    return renamed;
  });

/** Removes a passkey of the address, in any account. */
export const removePasskey = (context: Context, { email }: User, id: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    const { passkey, others } = await passkeyOf(tx, email, id);
    const { methods } = tx.signIn;
    if (others === 0 && methods.every((method) => method === 'passkey'))
      throw invalid('This is the only passkey, and there is no other way to sign in', {
        code: 'last-passkey',
      });
    if (!(await deletePasskey(tx.db, passkey.accountId, id))) throw noPasskey();
    await recordChange(byItsUser(tx, passkey), passkey.accountId, {
      action: 'passkey.delete',
      subjectId: id,
      before: passkeyFacts(passkey),
    });
  });

/** People change only their own passkeys, and each account knows them as a different user. */
const byItsUser = (tx: TransactionContext, { userId }: Passkey): TransactionContext => ({
  ...tx,
  actor: { kind: 'user', id: userId },
});

async function passkeyOf(
  { db }: TransactionContext,
  email: string,
  id: string,
): Promise<{ passkey: Passkey; others: number }> {
  const { rows, isComplete } = await findPasskeysOnNodes(db, email);
  const passkey = rows.find((one) => one.id === id);
  if (!passkey) throw isComplete ? noPasskey() : nodeUnavailable();
  return { passkey, others: rows.length - 1 };
}

const noPasskey = () => missing('There is no such passkey');
