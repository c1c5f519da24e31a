import { formatVerifierKey, parseNote } from '@regrove/verify';
import type { TransactionContext } from '../../database/context.js';
import { signNote, type Signer } from '../../platform/tlog/sign.js';
import { addKnownKeys } from './known-keys.js';
import { recordKey } from './log-key-store.js';
import { changeNote, type LogState, type StoredCheckpoint } from './log-store.js';
import { hasSignatureOf, withSignatureOf } from './note-signatures.js';
import { requireOwnCheckpoint, requireSignedText } from './same-history.js';
import type { SigningHistory } from './signing-history.js';
import { writeSignedTree } from './signed-tree.js';

interface Situation {
  /** Its history has been checked. */
  readonly state: LogState;
  /** Under the present name of the log. */
  readonly newest: StoredCheckpoint;
  readonly signer: Signer;
  readonly memory: SigningHistory;
}

/**
 * Notes in the data directory what another machine has signed, and introduces the key if it is new. Returns whether it was: it is
 * introduced with what was signed last, before anything else is signed.
 */
export async function adoptNewestCheckpoint(
  tx: TransactionContext,
  { state, newest, signer, memory }: Situation,
): Promise<boolean> {
  const { db, transparency } = tx;
  const { name } = signer.key;
  const known = memory.trees.find((tree) => tree.origin === name);
  // The last signature was lost in a crash, or with the database. What is older is no place for a key.
  if (known && newest.size < known.size) return false;
  const isNew = known?.size !== newest.size;
  if (!isNew) requireSignedText(newest, known);
  const isIntroduced = hasSignatureOf(newest.note, signer.key);
  if (isNew || !isIntroduced) {
    const keys = [signer.key, ...memory.keys];
    const signed = await requireOwnCheckpoint(db, newest, { state, keys });
    // Each of them must know, because after a restore any of them may be the first to sign.
    if (isNew) await writeSignedTree(memory.file, signed);
  }
  if (!isIntroduced) await introduceKey(tx, newest, signer);
  await addKnownKeys(transparency.knownKeysPath, [formatVerifierKey(signer.key)]);
  return !isIntroduced;
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
  await changeNote(db, size, (current) => withSignatureOf(current, signer.key, line));
  await recordKey(db, signer.key, { size, signedAt: clock(), note: withSignatureOf(note, signer.key, line) });
}
