import type { AccountId } from '../accounts/account.js';
import { addVolumeToRankings, listLineages } from '../accounts/ranking-store.js';
import type { Context } from '../../database/context.js';
import type { Transaction } from '../../database/database.js';
import { listChangedMonths, markMonthsRolled, type ChangedMonth } from '../volume/volume-rollup-store.js';
import { addUp } from './add-up.js';
import { addChangedTrees } from './roll-up-trees.js';
import { rankingRowsOf } from './ranking-rows.js';
import { addToRollups, lockRollups } from './rollup-store.js';

const batchSize = 500;
/** The rest waits for the next run, so that a process that stops does not wait for long. */
const batchesPerRun = 200;

/** Adds what has changed in the months and projects of accounts to the sums of the accounts above them. */
export async function rollUp({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const addChanged of [addChangedMonths, addChangedTrees])
    for (let batch = 0; batch < batchesPerRun; batch++)
      if ((await db.transaction((tx) => addChanged(tx, batchSize))) < batchSize) break;
}

/** The months are marked last: from then on, offsets of these accounts wait until this is committed. */
async function addChangedMonths(tx: Transaction, limit: number): Promise<number> {
  await lockRollups(tx);
  const changed = await listChangedMonths(tx, limit);
  if (changed.length === 0) return 0;
  const accounts = await listLineages(tx, [...new Set(changed.map(({ accountId }) => accountId))]);
  const lineages = new Map(accounts.map(({ id, lineage }) => [id, lineage]));
  await addToRollups(
    tx,
    sumsOfMonths(changed, (id) => lineages.get(id)?.slice(0, -1) ?? []),
  );
  const rows = rankingRowsOf(accounts);
  const inRankings = changed.flatMap(({ accountId, pagesAdded, treesAdded }) =>
    rows(accountId).map((row) => ({ ...row, pages: pagesAdded, trees: treesAdded })),
  );
  await addVolumeToRankings(
    tx,
    addUp(inRankings, ({ accountId, belowId }) => `${accountId} ${belowId}`, ['pages', 'trees']),
  );
  await markMonthsRolled(tx, changed);
  return changed.length;
}

const sumsOfMonths = (changed: readonly ChangedMonth[], above: (id: AccountId) => readonly AccountId[]) =>
  addUp(
    changed.flatMap(({ accountId, month, pagesAdded, treesAdded, mtco2eAdded }) =>
      above(accountId).map((ancestor) => ({
        accountId: ancestor,
        month,
        pages: pagesAdded,
        trees: treesAdded,
        mtco2e: mtco2eAdded,
      })),
    ),
    ({ accountId, month }) => `${accountId} ${month}`,
    ['pages', 'trees', 'mtco2e'],
  );
