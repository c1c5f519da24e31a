import type { AccountId } from '../accounts/account.js';
import { record } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { generateKey } from './api-key.js';
import { insertKey, type ApiKey } from './key-store.js';

const keyFacts = auditedFields('name', 'revision');

/** Returns the key itself. Only its hash is stored, so it cannot be read again. */
export const createKey = (
  context: Context,
  account: AccountId,
  { name, revision }: { name: string | null; revision: string },
): Promise<ApiKey & { key: string }> =>
  inTransaction(context, async (tx) => {
    const key = generateKey(account, tx.sandbox?.id);
    const kept = await insertKey(tx.db, account, {
      id: newId(),
      hash: hashToken(key),
      name,
      revision,
      createdAt: tx.clock(),
    });
    await record(tx, account, { action: 'key.create', subjectId: kept.id, after: keyFacts(kept) });
    return { ...kept, key };
  });
