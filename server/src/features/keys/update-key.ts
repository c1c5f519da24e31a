import type { AccountId } from '../accounts/account.js';
import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { missing } from '../../platform/errors.js';
import { isUuid } from '../../platform/ids.js';
import { lockAnyKey, lockKey, setKeyMcpWrite, type ApiKey } from './key-store.js';

const changeable = auditedFields('mcpWrite');

export interface KeyChanges {
  /** Whether programs that use it by MCP may change something. */
  readonly mcpWrite: boolean | undefined;
}

/** Changes one of the account's own keys, for requests from now on. */
export const updateKey = (
  context: Context,
  account: AccountId,
  id: string,
  changes: KeyChanges,
): Promise<ApiKey> =>
  inTransaction(context, async (tx) => update(tx, id, await lockKey(tx.db, account, id), changes));

/** For the operator: a key of any account. */
export const updateAnyKey = (context: Context, id: string, changes: KeyChanges): Promise<ApiKey> =>
  inTransaction(context, async (tx) =>
    update(tx, id, isUuid(id) ? await lockAnyKey(tx.db, id) : undefined, changes),
  );

async function update(
  tx: TransactionContext,
  id: string,
  key: ApiKey | undefined,
  { mcpWrite }: KeyChanges,
): Promise<ApiKey> {
  // Changing one that is revoked would look as if it could still be used.
  if (!key || key.revokedAt) throw missing(`There is no key ${id}, or it is revoked`);
  if (mcpWrite === undefined || key.mcpWrite === mcpWrite) return key;
  const updated = await setKeyMcpWrite(tx.db, key, mcpWrite);
  await recordDifference(tx, updated.accountId, {
    action: 'key.update',
    subjectId: updated.id,
    before: changeable(key),
    after: changeable(updated),
  });
  return updated;
}
