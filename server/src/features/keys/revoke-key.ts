import type { AccountId } from '../accounts/account.js';
import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { isUuid } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { lockAnyKey, lockKey, setKeyRevoked, type ApiKey } from './key-store.js';

const revocation = auditedFields('revokedAt');

/** Revokes one of the account's own keys. Revoking it again changes nothing, not even the time. */
export const revokeKey = (context: Context, account: AccountId, id: string): Promise<ApiKey> =>
  inTransaction(context, async (tx) => revoke(tx, id, await lockKey(tx.db, account, id)));

/** For the operator: a key of any account. */
export const revokeAnyKey = (context: Context, id: string): Promise<ApiKey> =>
  inTransaction(context, async (tx) => revoke(tx, id, isUuid(id) ? await lockAnyKey(tx.db, id) : undefined));

async function revoke(tx: TransactionContext, id: string, key: ApiKey | undefined): Promise<ApiKey> {
  if (!key) throw missing(`There is no key ${id}`);
  if (key.revokedAt) return key;
  const revoked = await setKeyRevoked(tx.db, key, tx.clock());
  await recordDifference(tx, key.accountId, {
    action: 'key.revoke',
    subjectId: key.id,
    before: revocation(key),
    after: revocation(revoked),
  });
  return revoked;
}
