import { recordEventsOfAccounts } from '../events/event-store.js';
import type { TransactionContext } from '../../database/context.js';
import { lowestId } from '../../database/paging.js';
import { accountsWithTreesIn } from './trees-by-account-store.js';

const batchSize = 5_000;

/** Records the completion of a forestry project as an event of every account that has trees in it. */
export async function announceCompletion(tx: TransactionContext, projectId: string): Promise<void> {
  for (let after = lowestId; ;) {
    const accounts = await accountsWithTreesIn(tx.db, projectId, { after, limit: batchSize });
    const last = accounts.at(-1);
    if (last === undefined) return;
    await recordEventsOfAccounts(
      tx,
      accounts.map((accountId) => ({
        type: 'forestry_project.completed',
        accountId,
        subjectId: projectId,
        facts: { status: 'complete' },
      })),
    );
    after = last;
  }
}
