import { LogError, openCheckpoint, parseNote, verifyConsistency, type VerifierKey } from '@regrove/verify';
import type { Database } from '../../database/database.js';
import { formatCheckpoint } from '../../platform/tlog/format.js';
import { proveConsistency, treeRoot } from '../../platform/tlog/prove.js';
import type { LockedLog, LogState, StoredCheckpoint } from './log-store.js';
import { treeToContinue, type SignedTree } from './signed-tree.js';
import type { SigningHistory } from './signing-history.js';
import { storedHashes } from './stored-hashes.js';

/** The log would tell two stories: what was signed before is not the beginning of what would be signed now. */
export class LogForkError extends Error {
  /** The tree that was signed, as this data directory knows. */
  signed?: LogState;
}

interface TreeToSign extends LockedLog {
  readonly origin: string;
  /** As far as the database knows. */
  readonly signedSize: number;
}

const wayOut = 'see docs/backup.md, "The transparency log"';

/**
 * Throws unless the tree is that of the stored hashes, and begins with the one that was signed last, also if the database has forgotten
 * that one. Whoever can write to the database can write any size and root.
 */
export async function requireSameHistory(
  db: Database,
  { size, root, origin, restored, signedSize }: TreeToSign,
  { file, trees }: Pick<SigningHistory, 'file' | 'trees'>,
): Promise<void> {
  const signed = treeToContinue(trees, origin);
  if (restored && (!signed || signed.size < signedSize))
    throw new LogForkError(
      `The database was restored from a backup, and ${file} does not say what was signed after that backup: ${wayOut}`,
    );
  await requireStoredTree(db, { size, root });
  if (!signed) return;
  await requireBeginning(db, { size, root }, signed).catch((error: unknown) => {
    if (error instanceof LogForkError) error.signed = signed;
    throw error;
  });
}

/** Reads a few tiles, however large the log is. */
export async function requireStoredTree(db: Database, { size, root }: LogState): Promise<void> {
  if (!root.equals(await treeRoot(size, await storedHashes(db, size))))
    throw new LogForkError(
      `The root of the log in the database and its tiles are not the hashes of the same ${size} entries: ${wayOut}`,
    );
}

/** Throws unless the log begins with a tree that was signed. */
export async function requireBeginning(
  db: Database,
  { size, root }: LogState,
  signed: LogState,
): Promise<void> {
  if (size < signed.size)
    throw new LogForkError(
      // The same each time, so that it is reported once.
      `A log of ${signed.size} entries was signed before, and this one has fewer: its database was restored from an older backup; ` +
        wayOut,
    );
  if (!(await isBeginning(db, signed, { size, root })))
    throw new LogForkError(
      `The first ${signed.size} entries of the log are not those that were signed before: ${wayOut}`,
    );
}

/** `later` has the root of the stored hashes. */
async function isBeginning(db: Database, earlier: LogState, later: LogState): Promise<boolean> {
  if (earlier.size === later.size) return later.root.equals(earlier.root);
  const readHash = await storedHashes(db, later.size, earlier.size);
  // The hashes of the earlier tree alone would not do: a complete tile above it may have another hash of them.
  const proof = await proveConsistency(earlier.size, later.size, readHash);
  return verifyConsistency(earlier.size, earlier.root, later.size, later.root, proof).then(
    () => true,
    (error: unknown) => {
      if (error instanceof LogError && error.code === 'bad-consistency') return false;
      throw error;
    },
  );
}

const notSigned = (size: number): LogForkError =>
  new LogForkError(
    `The checkpoint of ${size} entries in the database is not the one that was signed: ${wayOut}`,
  );

/** Throws unless the checkpoint is, to the letter, about the tree that this data directory has signed last. */
export function requireSignedText(
  { size, note }: Pick<StoredCheckpoint, 'size' | 'note'>,
  signed: SignedTree,
): void {
  if (size !== signed.size || parseNote(note).text !== formatCheckpoint(signed)) throw notSigned(size);
}

/**
 * Throws unless one of these keys has signed the checkpoint, and it is about a beginning of the log, whose root has been verified.
 * The keys must not be from the database: anybody who can write to it can write a checkpoint, and list a key.
 */
export async function requireOwnCheckpoint(
  db: Database,
  { size, note }: Pick<StoredCheckpoint, 'size' | 'note'>,
  { state, keys }: { readonly state: LogState; readonly keys: readonly (VerifierKey | string)[] },
): Promise<SignedTree> {
  const { origin, ...opened } = await openCheckpoint(note, { keys }).catch((error: unknown) => {
    if (!(error instanceof LogError) || error.code !== 'unknown-key') throw error;
    throw new LogForkError(
      `The checkpoint of ${size} entries in the database is signed by no key that is known here: ${wayOut}`,
      { cause: error },
    );
  });
  const signed = { origin, size, root: Buffer.from(opened.root) };
  requireSignedText({ size, note }, signed);
  if (size > state.size || !(await isBeginning(db, signed, state)))
    throw new LogForkError(
      `The checkpoint of ${size} entries in the database is not about the entries of the log: ${wayOut}`,
    );
  return signed;
}
