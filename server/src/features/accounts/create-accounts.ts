import { recordChanges } from '../audit/audit-store.js';
import { recordEventsOfAccounts } from '../events/event-store.js';
import type { TransactionContext } from '../../database/context.js';
import { newId } from '../../platform/ids.js';
import { accountEvent, accountFacts, type Account } from './account.js';
import { insertChildren } from './account-batch-store.js';
import { roleOfChild } from './create-account.js';
import { requireSandboxAccountQuota } from './require-sandbox-account-quota.js';

/**
 * Creates an account below `parent` for each external id, which is its name, too. Leaves out those that another account of the parent
 * has as its name or external id by now.
 */
export async function createChildrenByExternalId(
  tx: TransactionContext,
  parent: Account,
  externalIds: readonly string[],
): Promise<Account[]> {
  if (externalIds.length === 0) return [];
  const children = externalIds.map((externalId) => ({ id: newId(), name: externalId, externalId }));
  const created = await insertChildren(tx.db, parent, children, {
    role: roleOfChild(parent),
    createdAt: tx.clock(),
  });
  await requireSandboxAccountQuota(tx);
  if (created.length === 0) return created;
  await recordChanges(
    tx,
    created.map((account) => ({
      accountId: account.id,
      action: 'account.create',
      subjectId: account.id,
      after: accountFacts(account),
    })),
  );
  await recordEventsOfAccounts(
    tx,
    created.map((account) => ({ accountId: account.id, ...accountEvent('account.created', account) })),
  );
  return created;
}
