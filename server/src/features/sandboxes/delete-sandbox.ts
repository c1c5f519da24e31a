import type { AccountId } from '../accounts/account.js';
import { recordChange, installationAccountId } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { inTransaction } from '../../database/in-transaction.js';
import { missing } from '../../platform/errors.js';
import { enqueueDrop } from './drop-sandbox.js';
import { sandboxFacts } from './sandbox-facts.js';
import { findSandbox, setSandboxDeleted, type Sandbox } from './sandbox-store.js';

const noSandbox = (): Error => missing('There is no such sandbox');

/** `owner`: only if it belongs to this account. */
export async function requireSandbox(db: Database, id: string, owner?: AccountId): Promise<Sandbox> {
  const sandbox = await findSandbox(db, id);
  if (!sandbox || (owner !== undefined && sandbox.ownerId !== owner)) throw noSandbox();
  return sandbox;
}

/** From now on its keys are unknown. `owner`: only if it belongs to this account. */
export const deleteSandbox = (context: Context, id: string, owner?: AccountId): Promise<void> =>
  inTransaction(context, async (tx) => {
    const { db } = tx;
    const sandbox = await requireSandbox(db, id, owner);
    if (!(await setSandboxDeleted(db, id))) throw noSandbox();
    await enqueueDrop(db, id);
    await recordChange(tx, sandbox.ownerId ?? installationAccountId, {
      action: 'sandbox.delete',
      subjectId: id,
      before: sandboxFacts(sandbox),
    });
  });
