import type { Context } from '../../database/context.js';
import { addPendingChildren } from './child-count-store.js';

const childrenAtOnce = 1_000;

/** Adds new accounts to the counts of their parents, so that few are left to count when one is requested. */
export async function countChildren({ db }: Pick<Context, 'db'>): Promise<void> {
  // On a distributed store, accounts are on every node: writing each of them again costs more than it saves.
  if (db.layout === 'distributed') return;
  while ((await addPendingChildren(db, childrenAtOnce)) === childrenAtOnce);
}
