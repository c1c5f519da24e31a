import { readFileIfExists } from '../../platform/atomic-files.js';
import type { LogSigner } from '../../platform/secrets/log-signer.js';
import type { Database } from '../../database/database.js';
import { addKnownKeys, readKnownKeys } from './known-keys.js';
import { listUsedKeys } from './log-key-store.js';
import { isLocalName } from './log-name.js';
import type { StoredCheckpoint } from './log-store.js';
import { readSignedTrees, treeToContinue, type SignedTree } from './signed-tree.js';

/** What was signed before, and with which keys, as far as this data directory knows. */
export interface SigningHistory {
  readonly file: string;
  /** Whether that is known at all: there is a file, if only to say that nothing was signed. */
  readonly isKept: boolean;
  readonly trees: readonly SignedTree[];
  /** Verifier keys. */
  readonly keys: readonly string[];
}

export async function readSigningHistory(
  db: Database,
  { signedTreePath: file, knownKeysPath }: Pick<LogSigner, 'signedTreePath' | 'knownKeysPath'>,
): Promise<SigningHistory> {
  const trees = await readSignedTrees(file);
  const keys = await readKnownKeys(knownKeysPath);
  // Versions that did not keep the keys here have signed with them: the database is believed once.
  if (!keys && trees.length > 0) {
    await addKnownKeys(
      knownKeysPath,
      (await listUsedKeys(db)).map(({ key }) => key),
    );
    return readSigningHistory(db, { signedTreePath: file, knownKeysPath });
  }
  return { file, isKept: (await readFileIfExists(file)) !== undefined, trees, keys: keys ?? [] };
}

/**
 * Whether it is known, not only from the database, what was signed, or that nothing was: a database may have been restored or
 * altered. Nobody follows a log without a public address.
 */
export const isSigningHistoryKnown = (
  { trees, isKept }: Pick<SigningHistory, 'trees' | 'isKept'>,
  origin: string,
  newest: StoredCheckpoint | undefined,
): boolean =>
  treeToContinue(trees, origin) !== undefined || isLocalName(origin) || (isKept && newest === undefined);
