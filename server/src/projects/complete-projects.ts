import { record, wholeInstallation } from '../audit/audit-store.js';
import { factsOf } from '../audit/facts.js';
import type { Context } from '../platform/context.js';
import { inTransaction } from '../platform/in-transaction.js';
import { completeFullProjects } from './planting-store.js';

const fullFacts = factsOf('capacityTrees', 'plantedTrees');

/** Completes every project whose capacity is used up. */
export const completeProjects = (context: Context): Promise<void> =>
  inTransaction(context, async (tx) => {
    for (const project of await completeFullProjects(tx.db)) {
      await record(tx, wholeInstallation, {
        action: 'forestry_project.complete',
        subjectId: project.id,
        before: { status: 'active' },
        after: { status: 'complete', ...fullFacts(project) },
      });
    }
  });
