import { hashLeaf } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { formatEntry } from '../../platform/tlog/format.js';
import { growTree } from './grow-tree.js';
import { appendEntries, lockLog, setLogState } from './log-store.js';
import { logSources } from './log-sources.js';

/** In one transaction, which is therefore short. */
const batchSize = 2_000;

/** Enters what is not in the log yet. One process at a time does so: the others leave it to that one. */
export async function enterPending(context: Context, stopping?: AbortSignal): Promise<void> {
  for (const source of logSources)
    while (stopping?.aborted !== true && (await enterBatch(context, source.take)) === batchSize);
}

const enterBatch = (context: Context, take: (typeof logSources)[number]['take']): Promise<number> =>
  inTransaction(context, async ({ db }) => {
    const state = await lockLog(db);
    if (!state) return 0;
    const entries = (await take(db, state.size, batchSize)).map(formatEntry);
    if (entries.length === 0) return 0;
    await appendEntries(db, state.size, entries);
    await setLogState(db, await growTree(db, state.size, await Promise.all(entries.map(hashLeaf))));
    return entries.length;
  });
