import { openCheckpoint, parseCheckpoint, parseNote, type VerifierKey } from '@regrove/verify';
import type { Database } from '../../database/database.js';
import { treeRoot } from '../../platform/tlog/prove.js';
import { listUsedKeys } from './log-key-store.js';
import type { LockedLog, StoredCheckpoint } from './log-store.js';
import { treeToContinue, type SignedTree } from './signed-tree.js';
import { storedHashes } from './stored-hashes.js';

/** The log would tell two stories: what was signed before is not the beginning of what would be signed now. */
export class LogForkError extends Error {}

/** Another process signs the log under another name. */
export class LogNameError extends LogForkError {}

/** The name of the log in a checkpoint. */
export const originOf = (note: string): string => parseCheckpoint(parseNote(note).text).origin;

// Without a public address, the name has the port, which may be another one after a restart. Nobody elsewhere can follow such a log.
const isLocalName = (origin: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?\/log$/.test(origin);

/** Whether a log with the first name may be signed with the other one, without `log restart`. */
export const mayBeCalled = (current: string, origin: string): boolean =>
  current === origin || isLocalName(current);

interface TreeToSign extends LockedLog {
  readonly origin: string;
  /** As far as the database knows. */
  readonly signedSize: number;
}

/** What was signed before, as far as this data directory knows. */
export interface Memory {
  readonly file: string;
  readonly trees: readonly SignedTree[];
}

const wayOut = 'see docs/backup.md, "The transparency log"';

/** Throws unless the tree begins with the one that was signed last, also if the database has forgotten that one. */
export async function requireSameHistory(
  db: Database,
  { size, root, origin, restored, signedSize }: TreeToSign,
  { file, trees }: Memory,
): Promise<void> {
  const signed = treeToContinue(trees, origin);
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
  const then = size === signed.size ? root : await storedRoot(db, signed.size);
  if (!signed.root.equals(then))
    throw new LogForkError(
      `The first ${signed.size} entries of the log are not those that were signed before: ${wayOut}`,
    );
}

/**
 * Throws unless a key of the log has signed the checkpoint, and it is about a beginning of the stored tree: anybody who can write
 * to the database can write a checkpoint. `ownKey`: the one in use, which need not have signed yet.
 */
export async function requireOwnCheckpoint(
  db: Database,
  { size, note }: StoredCheckpoint,
  ownKey: VerifierKey,
): Promise<SignedTree> {
  const used = (await listUsedKeys(db)).map(({ key }) => key);
  const { origin, ...signed } = await openCheckpoint(note, { keys: [ownKey, ...used] });
  const root = Buffer.from(signed.root);
  if (signed.size !== size || !root.equals(await storedRoot(db, size)))
    throw new LogForkError(
      `The checkpoint of ${size} entries in the database is not about the entries of the log: ${wayOut}`,
    );
  return { origin, size, root };
}

const storedRoot = async (db: Database, size: number): Promise<Uint8Array> =>
  treeRoot(size, await storedHashes(db, size));
