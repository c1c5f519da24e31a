import { listLineages } from '../accounts/ranking-store.js';
import type { Transaction } from '../../database/database.js';
import { addToTreeRollups, listChangedTrees, markTreesRolled } from '../projects/tree-rollup-store.js';
import { addUp } from './add-up.js';
import { lockRollups } from './rollup-store.js';

/** Adds up to `limit` changed counts of trees in projects to the sums of the accounts above, and returns their number. */
export async function addChangedTrees(tx: Transaction, limit: number): Promise<number> {
  await lockRollups(tx);
  const changed = await listChangedTrees(tx, limit);
  if (changed.length === 0) return 0;
  const accounts = await listLineages(tx, [...new Set(changed.map(({ accountId }) => accountId))]);
  const lineages = new Map(accounts.map(({ id, lineage }) => [id, lineage]));
  const added = changed.flatMap(({ accountId, projectId, treesAdded, coveredTreesAdded }) =>
    (lineages.get(accountId) ?? [])
      .filter((above) => above !== accountId)
      .map((above) => ({ accountId: above, projectId, trees: treesAdded, coveredTrees: coveredTreesAdded })),
  );
  await addToTreeRollups(
    tx,
    addUp(added, ({ accountId, projectId }) => `${accountId} ${projectId}`, ['trees', 'coveredTrees']),
  );
  await markTreesRolled(tx, changed);
  return changed.length;
}
