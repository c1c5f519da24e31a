import {
  formatCheckpoint,
  formatNote,
  parseCheckpoint,
  parseNote,
  signNote,
  tileReader,
  treeRoot,
} from '@regrove/verify';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { inTransaction } from '../../database/in-transaction.js';
import { fetchStoredTile } from './fetch-tile.js';
import { lockLog, newestCheckpoint, storeCheckpoint, type LockedLog } from './log-store.js';
import { clearRestored } from './log-trouble-store.js';
import { readSignedTrees, treeToContinue, writeSignedTree } from './signed-tree.js';

/** The log would tell two stories: what was signed before is not the beginning of what would be signed now. */
export class LogForkError extends Error {}

/** Signs the tree as it is now, unless that is done already or another process is at it. */
export const signCheckpoint = (context: Context): Promise<void> =>
  inTransaction(context, async ({ db, transparency, clock }) => {
    const state = await lockLog(db);
    if (!state || state.size === 0) return;
    const { signedTreePath } = transparency;
    const signer = await transparency.signer();
    const origin = signer.key.name;
    const newest = await newestCheckpoint(db);
    if (newest?.size === state.size && !state.restored && originOf(newest.note) === origin) return;
    await requireSameHistory(db, { ...state, origin, signedSize: newest?.size ?? 0 }, signedTreePath);
    const text = formatCheckpoint({ origin, size: state.size, root: state.root });
    // Before it is signed, so that no signature is ever forgotten.
    await writeSignedTree(signedTreePath, { origin, size: state.size, root: state.root });
    const note = formatNote(text, await signNote(text, signer));
    await storeCheckpoint(db, { size: state.size, signedAt: clock(), note });
    if (state.restored) await clearRestored(db);
  });

export const originOf = (note: string): string => parseCheckpoint(parseNote(note).text).origin;

interface TreeToSign extends LockedLog {
  readonly origin: string;
  /** As far as the database knows. */
  readonly signedSize: number;
}

const wayOut = 'see docs/backup.md, "The transparency log"';

/** Throws unless the tree begins with the one that was signed last, also if the database has forgotten that one. */
async function requireSameHistory(
  db: Database,
  { size, root, origin, restored, signedSize }: TreeToSign,
  file: string,
): Promise<void> {
  const signed = treeToContinue(await readSignedTrees(file), origin);
  if (restored && (!signed || signed.size < signedSize))
    throw new LogForkError(
      `The database was restored from a backup, and ${file} does not say what was signed after that backup: ${wayOut}`,
    );
  if (!signed) return;
  if (size < signed.size)
    throw new LogForkError(
      // The same each time, so that it is reported once.
      `A log of ${signed.size} entries was signed before, and this one has fewer: its database was restored from an older backup; ` +
        wayOut,
    );
  const then =
    size === signed.size ? root : await treeRoot(signed.size, tileReader(signed.size, fetchStoredTile(db)));
  if (!signed.root.equals(then))
    throw new LogForkError(
      `The first ${signed.size} entries of the log are not those that were signed before: ${wayOut}`,
    );
}
