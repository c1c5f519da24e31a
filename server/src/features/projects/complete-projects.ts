import { recordChange, installationAccountId } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { announceCompletion } from './announce-completion.js';
import { completeFullProjects, reopenFreedProjects, type CappedProject } from './uncounted-tree-store.js';

const capacityFacts = auditedFields('capacityTrees', 'plantedTrees');

/** Completes projects whose capacity is used up, and reopens those that have free capacity again. */
export const completeProjects = (context: Context): Promise<void> =>
  inTransaction(context, async (tx) => {
    for (const project of await completeFullProjects(tx.db)) {
      await recordStatus(tx, 'forestry_project.complete', project, ['active', 'complete']);
      await announceCompletion(tx, project.id);
    }
    for (const project of await reopenFreedProjects(tx.db))
      await recordStatus(tx, 'forestry_project.reopen', project, ['complete', 'active']);
  });

const recordStatus = (
  tx: TransactionContext,
  action: string,
  project: CappedProject,
  [before, after]: readonly [string, string],
): Promise<void> =>
  recordChange(tx, installationAccountId, {
    action,
    subjectId: project.id,
    before: { status: before },
    after: { status: after, ...capacityFacts(project) },
  });
