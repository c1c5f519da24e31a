import { formatVerifierKey } from '@regrove/verify';
import type { Context, TransactionContext } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { formatCheckpoint } from '../../platform/tlog/format.js';
import { formatNote, signNote, type Signer } from '../../platform/tlog/sign.js';
import type { LogSigner } from '../../platform/secrets/log-signer.js';
import { adoptNewestCheckpoint } from './adopt-newest-checkpoint.js';
import { directoryId } from './directory-id.js';
import { addKnownKeys } from './known-keys.js';
import { recordKey } from './log-key-store.js';
import { LogNameError, canRenameLog, isLocalName, originOf } from './log-name.js';
import { lockLog, newestSigned, storeCheckpoint, type LockedLog, type LogState } from './log-store.js';
import { clearRestored, clearLogDispute } from './log-trouble-store.js';
import { requireBeginning, requireSameHistory } from './same-history.js';
import { isSigningHistoryKnown, readSigningHistory } from './signing-history.js';
import { writeSignedTree } from './signed-tree.js';

/**
 * Signs the tree as it is now, unless that is done already. Returns false if that is left to another process, which is at it, whose
 * log has another name, or which knows what was signed.
 */
export const signCheckpoint = (context: Context): Promise<boolean> =>
  inTransaction(context, async (tx) => {
    const { db, transparency } = tx;
    const state = await lockLog(db);
    if (!state) return false;
    const newest = await newestSigned(db);
    const signer = await transparency.signer();
    const origin = signer.key.name;
    const called = newest ? originOf(newest.note) : origin;
    const isSigned = newest?.size === state.size && !state.restored;
    if (!canRenameLog(called, origin)) {
      if (isSigned) return false;
      throw new LogNameError(
        `The log is called ${called}, and this process would sign it as ${origin}: set REGROVE_LOG_ORIGIN or REGROVE_BASE_URL alike ` +
          `for all servers and workers, or rename the log (log restart --origin ${origin})`,
      );
    }
    if (called !== origin && isLocalName(origin) && (isSigned || !hasWaited(tx, newest?.size ?? 0)))
      return false;
    const memory = await readSigningHistory(db, transparency);
    await requireSameHistory(db, { ...state, origin, signedSize: newest?.size ?? 0 }, memory);
    await settleDispute(tx, state);
    if (state.size === 0) return true;
    if (!isSigningHistoryKnown(memory, origin, newest)) {
      if (isSigned) return false;
      throw new Error(
        `${memory.file} does not say what the log has signed: for a new server or data directory, see docs/backup.md, ` +
          '"A data directory that knows nothing"',
      );
    }
    if (newest && called === origin) {
      if (await adoptNewestCheckpoint(tx, { state, newest, signer, memory })) return true;
      if (newest.size === state.size) {
        if (state.restored) await clearRestored(db);
        return true;
      }
    }
    // Before it is signed, so that no signature is ever forgotten.
    await writeSignedTree(memory.file, { origin, size: state.size, root: state.root });
    await signTree(tx, state, signer);
    if (state.restored) await clearRestored(db);
    return true;
  });

/** Time for several attempts of a process that signs under the other name. */
const renamingDelayMs = 10_000;

/** What each process would sign under another local name, as the size of what is signed, and since when. */
const waiting = new WeakMap<LogSigner, { readonly size: number; readonly since: number }>();

/**
 * Whether nobody has signed anything for a while, though there is something to sign. Processes with several ports would otherwise
 * rename the log in turns; one alone whose port has changed goes on after this time.
 */
function hasWaited({ transparency, clock }: TransactionContext, size: number): boolean {
  const now = clock().getTime();
  const known = waiting.get(transparency);
  if (known?.size === size) return now - known.since >= renamingDelayMs;
  waiting.set(transparency, { size, since: now });
  return false;
}

/** Throws while another data directory knows of something that the log does not begin with. */
async function settleDispute(
  { db, transparency }: TransactionContext,
  { size, root, disputedSize, disputedRoot, disputedBy }: LockedLog,
): Promise<void> {
  if (disputedBy === null) return;
  if (
    disputedSize !== null &&
    disputedRoot &&
    disputedBy !== (await directoryId(transparency.directoryIdPath))
  )
    await requireBeginning(db, { size, root }, { size: disputedSize, root: disputedRoot });
  await clearLogDispute(db);
}

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
  await addKnownKeys(transparency.knownKeysPath, [formatVerifierKey(signer.key)]);
  await recordKey(db, signer.key, signed);
}
