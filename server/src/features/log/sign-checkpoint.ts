import { parseNote } from '@regrove/verify';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { formatCheckpoint } from '../../platform/tlog/format.js';
import { formatNote, signNote, type Signer } from '../../platform/tlog/sign.js';
import { recordKey } from './log-key-store.js';
import {
  changeNote,
  lockLog,
  newestSigned,
  storeCheckpoint,
  type LogState,
  type StoredCheckpoint,
} from './log-store.js';
import { clearRestored } from './log-trouble-store.js';
import { hasLineOf, withLineOf } from './note-lines.js';
import {
  LogNameError,
  mayBeCalled,
  originOf,
  requireOwnCheckpoint,
  requireSameHistory,
} from './same-history.js';
import { readSignedTrees, writeSignedTree } from './signed-tree.js';

/**
 * Signs the tree as it is now, unless that is done already. Returns false if that is left to another process, which is at it, or
 * whose log has another name.
 */
export const signCheckpoint = (context: Context): Promise<boolean> =>
  inTransaction(context, async (tx) => {
    const { db, transparency, log } = tx;
    const state = await lockLog(db);
    if (!state) return false;
    if (state.size === 0) return true;
    const newest = await newestSigned(db);
    const signer = await transparency.signer();
    const origin = signer.key.name;
    const called = newest ? originOf(newest.note) : origin;
    if (!mayBeCalled(called, origin)) {
      if (newest?.size === state.size && !state.restored) return false;
      throw new LogNameError(
        `The log is called ${called}, and this process would sign it as ${origin}: set REGROVE_LOG_ORIGIN or REGROVE_BASE_URL alike ` +
          `for all servers and workers, or rename the log (log restart --origin ${origin})`,
      );
    }
    const { signedTreePath: file } = transparency;
    const memory = { file, trees: await readSignedTrees(file) };
    const requireHistory = (): Promise<void> =>
      requireSameHistory(db, { ...state, origin, signedSize: newest?.size ?? 0 }, memory);

    if (newest && called === origin && !state.restored) {
      const remembered = memory.trees.find((tree) => tree.origin === origin)?.size ?? 0;
      const isIntroduced = hasLineOf(newest.note, signer.key);
      if (newest.size > remembered || !isIntroduced) {
        await requireHistory();
        const signed = await requireOwnCheckpoint(db, newest, signer.key);
        // Another machine has signed it. Each of them must know, because after a restore any of them may be the first to sign.
        if (newest.size > remembered) await writeSignedTree(file, signed);
        if (memory.trees.length === 0 && isIntroduced)
          log.warn(
            { file, size: newest.size },
            'nothing was known here of what the log has signed, except from the database',
          );
      }
      if (!isIntroduced) {
        await introduceKey(tx, newest, signer);
        return true;
      }
      if (newest.size === state.size) return true;
    }
    await requireHistory();
    // Before it is signed, so that no signature is ever forgotten.
    await writeSignedTree(file, { origin, size: state.size, root: state.root });
    await signTree(tx, state, signer);
    if (state.restored) await clearRestored(db);
    return true;
  });

/** Whoever calls this has the lock, and knows that it is the same log as before. */
export async function signTree(
  { db, transparency, clock }: TransactionContext,
  { size, root }: LogState,
  signer: Signer,
): Promise<void> {
  const text = formatCheckpoint({ origin: signer.key.name, size, root });
  const note = formatNote(text, await signNote(text, signer));
  const signed = { size, signedAt: clock(), note };
  await storeCheckpoint(db, signed, transparency.witnesses.length === 0);
  await recordKey(db, signer.key, signed);
}

/**
 * Signs with a new key what the former one has signed, before anything else: whoever knows that one can follow. The checkpoint
 * has been verified.
 */
async function introduceKey(
  { db, clock }: TransactionContext,
  { size, note }: StoredCheckpoint,
  signer: Signer,
): Promise<void> {
  const line = await signNote(parseNote(note).text, signer);
  await changeNote(db, size, (current) => withLineOf(current, signer.key, line));
  await recordKey(db, signer.key, { size, signedAt: clock(), note: withLineOf(note, signer.key, line) });
}
