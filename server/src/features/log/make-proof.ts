import type { Database } from '../../database/database.js';
import { formatProof } from '../../platform/tlog/format.js';
import { proveInclusion } from '../../platform/tlog/prove.js';
import { newestCheckpoint, readEntries, type StoredCheckpoint } from './log-store.js';
import { storedHashes } from './stored-hashes.js';

/** Where the log contains a certificate. */
export interface LogPlace {
  readonly index: number;
  /** Null: it was deleted, so that nobody can prove the name any more. */
  readonly salt: Buffer | null;
}

/** What proves an entry, as `.tlog-proof` files have it. `checkpoint`: one that has the entry. */
export async function makeProof(
  db: Database,
  { index, salt }: LogPlace,
  { size, note }: StoredCheckpoint,
): Promise<string> {
  const hashes = await proveInclusion(index, size, await storedHashes(db, size, index));
  return formatProof({ extra: salt ?? undefined, index, hashes, checkpoint: note });
}

/** The newest one. Undefined while it does not have the entry. */
export async function checkpointWith(db: Database, index: number): Promise<StoredCheckpoint | undefined> {
  const checkpoint = await newestCheckpoint(db);
  return checkpoint && index < checkpoint.size ? checkpoint : undefined;
}

/** The bytes that are in the log. */
export async function readEntry(db: Database, index: number): Promise<Buffer> {
  const [entry] = await readEntries(db, index, index + 1);
  if (!entry) throw new Error(`The log has no entry ${index}`);
  return entry;
}
