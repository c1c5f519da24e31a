import { parseCheckpoint, parseNote } from '@regrove/verify';
import type { Context, TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { inTransaction } from '../../database/in-transaction.js';
import { formatCheckpoint } from '../../platform/tlog/format.js';
import { treeRoot } from '../../platform/tlog/prove.js';
import { formatNote, signNote, type Signer } from '../../platform/tlog/sign.js';
import { tileReader } from '../../platform/tlog/tiles.js';
import { fetchStoredTile } from './fetch-tile.js';
import { recordKey } from './log-key-store.js';
import {
  changeNote,
  lockLog,
  newestSigned,
  storeCheckpoint,
  type LockedLog,
  type StoredCheckpoint,
} from './log-store.js';
import { clearRestored } from './log-trouble-store.js';
import { hasLineOf, withLineOf } from './note-lines.js';
import { readSignedTrees, treeToContinue, writeSignedTree } from './signed-tree.js';

/** The log would tell two stories: what was signed before is not the beginning of what would be signed now. */
export class LogForkError extends Error {}

/** Signs the tree as it is now, unless that is done already or another process is at it. */
export const signCheckpoint = (context: Context): Promise<void> =>
  inTransaction(context, async (tx) => {
    const { db, transparency, clock } = tx;
    const state = await lockLog(db);
    if (!state || state.size === 0) return;
    const newest = await newestSigned(db);
    const signer = await transparency.signer();
    const origin = signer.key.name;
    const isOurs = newest && originOf(newest.note) === origin;
    if (isOurs && !state.restored && !hasLineOf(newest.note, signer.key))
      return introduceKey(tx, newest, signer);
    if (isOurs && !state.restored && newest.size === state.size) return;
    const { signedTreePath, witnesses } = transparency;
    await requireSameHistory(db, { ...state, origin, signedSize: newest?.size ?? 0 }, signedTreePath);
    const text = formatCheckpoint({ origin, size: state.size, root: state.root });
    // Before it is signed, so that no signature is ever forgotten.
    await writeSignedTree(signedTreePath, { origin, size: state.size, root: state.root });
    const note = formatNote(text, await signNote(text, signer));
    const signed = { size: state.size, signedAt: clock(), note };
    await storeCheckpoint(db, signed, witnesses.length === 0);
    await recordKey(db, signer.key, signed);
    if (state.restored) await clearRestored(db);
  });

/** The name of the log in a checkpoint. */
export const originOf = (note: string): string => parseCheckpoint(parseNote(note).text).origin;

/** Signs with a new key what the former one has signed, before anything else: whoever knows that one can follow. */
async function introduceKey(
  { db, clock }: TransactionContext,
  { size, note }: StoredCheckpoint,
  signer: Signer,
): Promise<void> {
  const line = await signNote(parseNote(note).text, signer);
  await changeNote(db, size, (current) => withLineOf(current, signer.key, line));
  await recordKey(db, signer.key, { size, signedAt: clock(), note: withLineOf(note, signer.key, line) });
}

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
