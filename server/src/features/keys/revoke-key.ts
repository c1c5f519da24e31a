import type { AccountId } from '../accounts/account.js';
import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { isUuid } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { lockAnyKey, lockKey, setKeyRevoked, setKeysOfFeedRevoked, type ApiKey } from './key-store.js';

const revocation = auditedFields('revokedAt');

/** Revokes one of the account's own keys. Revoking it again changes nothing, not even the time. */
export const revokeKey = (context: Context, account: AccountId, id: string): Promise<ApiKey> =>
  inTransaction(context, async (tx) => revoke(tx, id, await lockKey(tx.db, account, id)));

/** For the operator: a key of any account. */
export const revokeAnyKey = (context: Context, id: string): Promise<ApiKey> =>
  inTransaction(context, async (tx) => revoke(tx, id, isUuid(id) ? await lockAnyKey(tx.db, id) : undefined));

/** Revokes what can only send readings of this feed. The feed must be locked, or deleted by the same transaction. */
export async function revokeKeysOfFeed(
  tx: TransactionContext,
  account: AccountId,
  feedId: string,
): Promise<void> {
  for (const key of await setKeysOfFeedRevoked(tx.db, account, feedId, tx.clock()))
    await recordRevocation(tx, key);
}

async function revoke(tx: TransactionContext, id: string, key: ApiKey | undefined): Promise<ApiKey> {
  if (!key) throw missing(`There is no key ${id}`);
  if (key.revokedAt) return key;
  const revoked = await setKeyRevoked(tx.db, key, tx.clock());
  await recordRevocation(tx, revoked);
  return revoked;
}

const recordRevocation = (tx: TransactionContext, revoked: ApiKey): Promise<boolean> =>
  recordDifference(tx, revoked.accountId, {
    action: 'key.revoke',
    subjectId: revoked.id,
    before: revocation({ ...revoked, revokedAt: null }),
    after: revocation(revoked),
  });
