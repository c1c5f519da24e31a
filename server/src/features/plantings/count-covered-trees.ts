import { listAccountIdsAfter } from '../accounts/ranking-store.js';
import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import { lowestId } from '../../database/paging.js';
import { decimal } from '../../platform/decimals.js';
import {
  addCoveredByAccount,
  coveredByProject,
  listMissingCovered,
} from '../projects/covered-by-account-store.js';
import { sumCoveredByProject } from './planting-figures-store.js';
import { lockPlantingsOf } from './planting-lock-store.js';

const accountBatchSize = 500;

/**
 * Adds what a version without these counters has covered or freed. Goes through the certificates of projects that lack some, only.
 * Stops between two batches.
 */
export async function countCoveredTrees({ db }: Pick<Context, 'db'>, signal?: AbortSignal): Promise<void> {
  const counted = await coveredByProject(db);
  for (const { projectId, covered } of await sumCoveredByProject(db)) {
    if (decimal(covered).eq(counted.get(projectId) ?? 0)) continue;
    for (let last: string | undefined = lowestId; last !== undefined && signal?.aborted !== true;) {
      const accounts: AccountId[] = await listAccountIdsAfter(db, last, accountBatchSize);
      if (accounts.length > 0)
        await db.transaction(async (tx) => {
          await lockPlantingsOf(tx, projectId);
          await addCoveredByAccount(tx, await listMissingCovered(tx, accounts, projectId));
        });
      last = accounts.at(-1);
    }
  }
}
