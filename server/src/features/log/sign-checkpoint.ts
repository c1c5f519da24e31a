import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { inTransaction } from '../../database/in-transaction.js';
import { formatCheckpoint } from '../../platform/tlog/format.js';
import { treeRoot } from '../../platform/tlog/prove.js';
import { formatNote, signNote } from '../../platform/tlog/sign.js';
import { tileReader } from '../../platform/tlog/tiles.js';
import { fetchStoredTile } from './fetch-tile.js';
import { lockLog, newestCheckpoint, storeCheckpoint, type LogState } from './log-store.js';
import { readSignedTree, writeSignedTree } from './signed-tree.js';

/** The log would tell two stories: what was signed before is not the beginning of what would be signed now. */
export class LogForkError extends Error {}

/** Signs the tree as it is now, unless that is done already or another process is at it. */
export const signCheckpoint = (context: Context): Promise<void> =>
  inTransaction(context, async ({ db, transparency, clock }) => {
    const state = await lockLog(db);
    if (!state || state.size === 0) return;
    if ((await newestCheckpoint(db))?.size === state.size) return;
    const { signedTreePath } = transparency;
    const signer = await transparency.signer();
    await requireSameHistory(db, state, signedTreePath);
    const text = formatCheckpoint({ origin: signer.key.name, size: state.size, root: state.root });
    // Before it is signed, so that no signature is ever forgotten.
    await writeSignedTree(signedTreePath, state);
    const note = formatNote(text, await signNote(text, signer));
    await storeCheckpoint(db, { size: state.size, signedAt: clock(), note });
  });

/** Throws unless the tree begins with the one that was signed last, also if the database has forgotten that one. */
async function requireSameHistory(db: Database, { size, root }: LogState, file: string): Promise<void> {
  const signed = await readSignedTree(file);
  if (!signed) return;
  if (size < signed.size)
    throw new LogForkError(
      `A log of ${signed.size} entries was signed before, and this one has ${size}: its database was restored from an older backup`,
    );
  const then =
    size === signed.size ? root : await treeRoot(signed.size, tileReader(signed.size, fetchStoredTile(db)));
  if (!signed.root.equals(then))
    throw new LogForkError(
      `The first ${signed.size} entries of the log are not those that were signed before`,
    );
}
