import type { AccountId } from '../accounts/account.js';
import { recordChange } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { hashToken } from '../../platform/secrets/tenant-token.js';
import { generateKey } from './api-key.js';
import type { KeyScope } from './key-scope.js';
import { insertKey, type ApiKey } from './key-store.js';

const keyFacts = auditedFields('name', 'revision', 'scope', 'scopeFeedId', 'mcpWrite');

export interface NewKey {
  /** Default: a new one. */
  readonly id?: string;
  readonly name: string | null;
  readonly revision: string;
  /** Default: none. Whoever gives one makes sure that what it names exists, and revokes the key together with it. */
  readonly scope?: KeyScope | null;
  /** Whether programs that use it by MCP may change something. Default: no. */
  readonly mcpWrite?: boolean;
}

/** Returns the key itself. Only its hash is stored, so it cannot be read again. */
export const createKey = (
  context: Context,
  account: AccountId,
  { id = newId(), name, revision, scope = null, mcpWrite = false }: NewKey,
): Promise<ApiKey & { key: string }> =>
  inTransaction(context, async (tx) => {
    const key = generateKey(account, { sandboxId: tx.sandbox?.id, isScoped: scope !== null });
    const kept = await insertKey(tx.db, account, {
      id,
      hash: hashToken(key),
      name,
      revision,
      scope: scope?.kind ?? null,
      scopeFeedId: scope?.feedId ?? null,
      mcpWrite,
      createdAt: tx.clock(),
    });
    await recordChange(tx, account, { action: 'key.create', subjectId: kept.id, after: keyFacts(kept) });
    return { ...kept, key };
  });
