import { LogError, type Entry } from '@regrove/verify';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { formatEntry } from '../../platform/tlog/format.js';
import { appendLeaves } from './append-leaves.js';
import { leafHash } from '../../platform/tlog/hashes.js';
import { appendEntries, lockLog, setLogState } from './log-store.js';
import { logSources } from './log-sources.js';

/** In one transaction, which is therefore short. */
const batchSize = 2_000;

/** Enters what is not in the log yet. One process at a time does so: for the others this returns false at once. */
export async function appendPendingEntries(context: Context, stopping?: AbortSignal): Promise<boolean> {
  for (const source of logSources)
    for (let entered: number | undefined = batchSize; entered === batchSize;) {
      if (stopping?.aborted === true) return false;
      entered = await enterBatch(context, source.take);
      if (entered === undefined) return false;
    }
  return true;
}

/** Undefined if another process is entering something. */
const enterBatch = (
  context: Context,
  take: (typeof logSources)[number]['take'],
): Promise<number | undefined> =>
  inTransaction(context, async ({ db }) => {
    const state = await lockLog(db);
    if (!state) return undefined;
    const entries = (await take(db, state.size, batchSize)).map(entryBytes);
    if (entries.length === 0) return 0;
    await appendEntries(db, state.size, entries);
    await setLogState(db, await appendLeaves(db, state.size, entries.map(leafHash)));
    return entries.length;
  });

/** Nothing is entered after one that is refused, so its error says which one it is. */
function entryBytes(entry: Entry): Buffer {
  try {
    return formatEntry(entry);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const id = 'id' in entry ? ` ${entry.id}` : '';
    throw new Error(`${entry.type}${id} cannot be entered in the log`, { cause: error });
  }
}
