import type { Database } from '../../database/database.js';
import { formatProof } from '../../platform/tlog/format.js';
import { proveInclusion } from '../../platform/tlog/prove.js';
import { newestCheckpoint, readEntries, type StoredCheckpoint } from './log-store.js';
import { storedHashes } from './stored-hashes.js';

/** Where the log tells of a certificate. */
export interface LogPlace {
  readonly index: number;
  /** Null: it was deleted, so that nobody can prove the name any more. */
  readonly salt: Buffer | null;
}

/** What proves an entry, as `.tlog-proof` files have it. */
export interface LogProof {
  readonly index: number;
  /** The bytes that are in the log. */
  readonly entry: Buffer;
  readonly proof: string;
}

/** Undefined while no checkpoint has the entry. */
export const findSignedEntry = async (db: Database, index: number): Promise<Buffer | undefined> =>
  (await checkpointWith(db, index)) && readEntry(db, index);

/** Undefined while no checkpoint has the entry. */
export async function makeProof(db: Database, { index, salt }: LogPlace): Promise<LogProof | undefined> {
  const checkpoint = await checkpointWith(db, index);
  if (!checkpoint) return undefined;
  const { size, note } = checkpoint;
  const [entry, readHash] = await Promise.all([readEntry(db, index), storedHashes(db, size, index)]);
  const hashes = await proveInclusion(index, size, readHash);
  return { index, entry, proof: formatProof({ extra: salt ?? undefined, index, hashes, checkpoint: note }) };
}

async function checkpointWith(db: Database, index: number): Promise<StoredCheckpoint | undefined> {
  const checkpoint = await newestCheckpoint(db);
  return checkpoint && index < checkpoint.size ? checkpoint : undefined;
}

async function readEntry(db: Database, index: number): Promise<Buffer> {
  const [entry] = await readEntries(db, index, index + 1);
  if (!entry) throw new Error(`The log has no entry ${index}`);
  return entry;
}
