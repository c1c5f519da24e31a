import { areEqual, concat } from './bytes.js';
import { openCheckpoint, type Checkpoint, type OpenedCheckpoint, type TrustedKeys } from './checkpoint.js';
import { parseEntry, type Entry } from './entry.js';
import { assert } from './errors.js';
import { hashLeaf, rootOf } from './merkle.js';
import { maxNoteBytes } from './note.js';
import {
  fetchHashes,
  fetchTile,
  maxEntryBytes,
  splitBundle,
  tileWidth,
  widthOfTile,
  type FetchResource,
} from './tiles.js';

export interface AuditOptions extends TrustedKeys {
  readonly fetchResource: FetchResource;
  /** A checkpoint that was seen before: the signed note. */
  readonly since?: string | Uint8Array | undefined;
}

export interface LoggedEntry {
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
  readonly entry: Entry;
}

export interface OpenedLog {
  readonly checkpoint: OpenedCheckpoint;
  readonly since: OpenedCheckpoint | undefined;
  /**
   * Reads all entries, and throws a `LogError` as soon as one of them, a tile, or the past is not as signed. That the root is right
   * is known at the end: use sums only after the last entry.
   */
  readonly entries: () => AsyncGenerator<LoggedEntry, void>;
}

/** How many bundles are requested before they are needed, as the network is slower than their verification. */
const lookahead = 4;

/** Begins an audit: reads and verifies the checkpoint. */
export async function openLog({ fetchResource, since, ...trusted }: AuditOptions): Promise<OpenedLog> {
  const open = async (note: string | Uint8Array): Promise<OpenedCheckpoint> => {
    const opened = await openCheckpoint(note, trusted);
    assert(opened.keyId, 'unknown-key', 'The log has not signed its checkpoint');
    return opened;
  };
  const checkpoint = await open(await fetchResource('checkpoint', maxNoteBytes));
  const older = since === undefined ? undefined : await open(since);
  if (older) {
    const { origin, size } = checkpoint;
    assert(
      older.origin === origin,
      'other-origin',
      `An older checkpoint of ${older.origin}, not of ${origin}`,
    );
    assert(older.size <= size, 'shrunk', `The log had ${older.size} entries, and now has ${size}`);
  }
  return { checkpoint, since: older, entries: () => readEntries(fetchResource, checkpoint, older) };
}

async function* readEntries(
  fetchResource: FetchResource,
  checkpoint: Checkpoint,
  older: Checkpoint | undefined,
): AsyncGenerator<LoggedEntry, void> {
  /** By level, the hashes of what is not a full tile yet: on the lowest one, from the entry `start` up to `size`. */
  const rows: Uint8Array[][] = [];
  let [start, size] = [0, 0];

  const requireRoot = async (signed: Checkpoint, code: 'other-root' | 'rewritten'): Promise<void> => {
    let right: Uint8Array[] = [];
    // What the rows below end with is the last and smallest subtree of a row.
    for (const [level, row] of rows.entries()) {
      const part = level === 0 ? row.slice(0, signed.size - start) : row;
      if (part[0] ?? right[0]) right = [await rootOf([...part, ...right])];
    }
    assert(areEqual(signed.root, await rootOf(right)), code, `${signed.size} entries with another root`);
  };

  /** Compares a tile with the row, and begins the next one if it is full. */
  const finishTile = async (level: number, tile?: Uint8Array): Promise<void> => {
    const row = rows[level] ?? [];
    const index = Math.floor((size - 1) / tileWidth ** (level + 1));
    const found = tile ?? (await fetchHashes(fetchResource, { level, index, width: row.length }));
    assert(areEqual(found, concat(...row)), 'other-tile', `Tile ${level}/${index} has other hashes`);
    if (older && level === 0 && older.size > start && older.size <= size)
      await requireRoot(older, 'rewritten');
    if (row.length < tileWidth) return;
    rows[level] = [];
    (rows[level + 1] ??= []).push(await rootOf(row));
    if (rows[level + 1]?.length === tileWidth) await finishTile(level + 1);
  };

  if (older?.size === 0) await requireRoot(older, 'rewritten');
  for await (const { bundle, tile } of bundles(fetchResource, checkpoint.size)) {
    const entries = bundle.slice(0, checkpoint.size - size);
    const hashes = await Promise.all(entries.map(hashLeaf));
    rows[0] = hashes;
    start = size;
    size += hashes.length;
    await finishTile(0, tile);
    for (const [at, bytes] of entries.entries())
      yield { index: start + at, bytes, hash: hashes[at] as Uint8Array, entry: parseEntry(bytes) };
  }
  for (const level of rows.keys()) if (level > 0 && rows[level]?.[0]) await finishTile(level);
  await requireRoot(checkpoint, 'other-root');
}

interface Bundle {
  readonly bundle: readonly Uint8Array[];
  /** Of level 0, with the hashes of the same entries. */
  readonly tile: Uint8Array;
}

async function* bundles(fetchResource: FetchResource, size: number): AsyncGenerator<Bundle, void> {
  const get = async (index: number): Promise<Bundle> => {
    const width = widthOfTile(0, index, size);
    const [bundle, tile] = await Promise.all([
      fetchTile(fetchResource, { level: 'entries', index, width }, maxEntryBytes + 2),
      fetchHashes(fetchResource, { level: 0, index, width }),
    ]);
    return { bundle: splitBundle(bundle), tile };
  };
  const requested: Promise<Bundle>[] = [];
  for (let index = 0, next = 0; index * tileWidth < size; index++) {
    for (; next < index + lookahead && next * tileWidth < size; next++) {
      const bundle = get(next);
      // Reported when it is its turn.
      bundle.catch(() => undefined);
      requested.push(bundle);
    }
    yield await (requested.shift() as Promise<Bundle>);
  }
}
