import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { inTransaction } from '../../database/in-transaction.js';
import { addKnownKeys } from '../../features/log/known-keys.js';
import { listUsedKeys } from '../../features/log/log-key-store.js';
import { originOf } from '../../features/log/log-name.js';
import {
  newestSigned,
  waitForLog,
  type LogState,
  type StoredCheckpoint,
} from '../../features/log/log-store.js';
import { requireOwnCheckpoint, requireSameHistory } from '../../features/log/same-history.js';
import { readSigningHistory, type SigningHistory } from '../../features/log/signing-history.js';
import { writeSignedTree, type SignedTree } from '../../features/log/signed-tree.js';
import { readCosignedTrees, writeCosignedTree } from '../../features/log/witnessing/cosigned-tree.js';
import { listWitnessedLogs } from '../../features/log/witnessing/witnessed-log-store.js';
import { invalid } from '../../platform/errors.js';
import { createFileOnce } from '../../platform/atomic-files.js';
import type { Signer } from '../../platform/tlog/sign.js';

export interface JoinedLog {
  /** What the data directory takes for signed from now on. Undefined: nothing is. */
  readonly tree: SignedTree | undefined;
  /** Verifier keys that it takes for those of the log. */
  readonly keys: readonly string[];
  /** What it takes for cosigned, of logs of which it knew nothing. */
  readonly cosigned: readonly SignedTree[];
}

/**
 * Lets a data directory that does not know what was signed believe the database: whoever says so knows that it was neither restored
 * nor altered. `formerKeys`: trusted as well, for a log that the present key has not
 * signed yet.
 */
export async function joinLog(context: Context, formerKeys: readonly string[] = []): Promise<JoinedLog> {
  const { transparency } = context;
  const signer = await transparency.signer();
  return inTransaction(context, async ({ db }) => {
    const state = await waitForLog(db);
    // Only who has the lock reads and writes these files: a server may sign from the same directory.
    const memory = await readSigningHistory(db, transparency);
    const newest = await newestSigned(db);
    const origin = signer.key.name;
    if (newest && originOf(newest.note) !== origin)
      throw invalid(
        `The log is called ${originOf(newest.note)}, and this command would join ${origin}: run it with the REGROVE_LOG_ORIGIN or ` +
          'REGROVE_BASE_URL of the servers',
      );
    if (state.restored)
      throw invalid(
        'The database was restored from a backup, and does not know what was signed after it: see docs/backup.md, "The transparency log"',
      );
    await requireSameHistory(db, { ...state, origin, signedSize: newest?.size ?? 0 }, memory);
    const cosigned = await unknownCosigned(db, transparency.cosignedTreesPath);
    const trusted = [...memory.keys, ...formerKeys];
    const tree =
      newest && (await signedSoFar(db, { state, newest, signer, memory: { ...memory, keys: trusted } }));
    const keys = newest ? (await listUsedKeys(db)).map(({ key }) => key) : [];
    await createFileOnce(memory.file, '');
    if (tree) await writeSignedTree(memory.file, tree);
    await addKnownKeys(transparency.knownKeysPath, keys);
    for (const one of cosigned) await writeCosignedTree(transparency.cosignedTreesPath, one);
    return { tree, keys, cosigned };
  });
}

/** As far as the database knows; those that this data directory knows stay as they are. */
async function unknownCosigned(db: Database, directory: string): Promise<SignedTree[]> {
  const stored = await listWitnessedLogs(db);
  const origins = stored.map(({ origin }) => origin);
  const known = new Set((await readCosignedTrees(directory, origins)).map(({ origin }) => origin));
  return stored.filter(({ origin }) => !known.has(origin));
}

export const logNameUsedError = (origin: string): Error =>
  invalid(`A log was signed under the name ${origin} before: choose another one`);

interface Situation {
  /** Its root has been verified. */
  readonly state: LogState;
  /** Under the name of the signer. */
  readonly newest: StoredCheckpoint;
  readonly signer: Signer;
  readonly memory: SigningHistory;
}

/** What the database says was signed under that name, if this data directory does not know better. */
export async function signedSoFar(
  db: Database,
  { state, newest, signer: { key }, memory }: Situation,
): Promise<SignedTree> {
  const signed = await requireOwnCheckpoint(db, newest, { state, keys: [key, ...memory.keys] });
  const known = memory.trees.find((tree) => tree.origin === key.name);
  if (known && (known.size > signed.size || (known.size === signed.size && !known.root.equals(signed.root))))
    throw logNameUsedError(key.name);
  return signed;
}
