import { recordDifference } from '../audit/audit-store.js';
import { factsOf } from '../audit/facts.js';
import type { Context } from '../platform/context.js';
import { missing } from '../platform/errors.js';
import { isUuid } from '../platform/ids.js';
import { inTransaction } from '../platform/in-transaction.js';
import { lockAnyKey, setKeyRevoked, type ApiKey } from './key-store.js';

const revocation = factsOf('revokedAt');

/** For the operator, whose reach is everything. Once more changes nothing, the time included. */
export const revokeKey = (context: Context, id: string): Promise<ApiKey> =>
  inTransaction(context, async (tx) => {
    const key = isUuid(id) ? await lockAnyKey(tx.db, id) : undefined;
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
  });
