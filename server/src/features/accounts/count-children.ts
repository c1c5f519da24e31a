import type { Context } from '../../database/context.js';
import { addPendingChildren } from './child-count-store.js';

const childBatchSize = 1_000;

/** Adds new accounts to the counts of their parents, so that few are left to count when one is requested. */
export async function countChildren({ db }: Pick<Context, 'db'>): Promise<void> {
  while ((await addPendingChildren(db, childBatchSize)) === childBatchSize);
}
