import { areEqual, concat } from './bytes.js';
import { maxEntryBytes, splitBundle } from './bundle.js';
import { openCheckpoint, type Checkpoint, type OpenedCheckpoint, type TrustedKeys } from './checkpoint.js';
import { CompactTree, joinRow } from './compact-tree.js';
import { parseEntry, type Entry } from './entry.js';
import { LogError } from './errors.js';
import { emptyRoot, hashLeaf } from './merkle.js';
import { maxNoteBytes } from './note.js';
import { fetchHashes, fetchTile, tileWidth, widthOfTile, type FetchResource } from './tiles.js';

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
    if (opened.keyId === undefined)
      throw new LogError('unknown-key', 'The log has not signed its checkpoint');
    return opened;
  };
  const checkpoint = await open(await fetchResource('checkpoint', maxNoteBytes));
  const older = since === undefined ? undefined : await open(since);
  if (older) await requireSuccessor(older, checkpoint);
  return {
    checkpoint,
    since: older,
    entries: () => readEntries(fetchResource, checkpoint, older),
  };
}

async function requireSuccessor(older: Checkpoint, { origin, size }: Checkpoint): Promise<void> {
  if (older.origin !== origin)
    throw new LogError('other-origin', `The older checkpoint is of ${older.origin}, not of ${origin}`);
  if (older.size > size)
    throw new LogError('shrunk', `The log had ${older.size} entries, and now has ${size}`);
  if (older.size === 0) await requireRoot(older, await emptyRoot(), 'rewritten');
}

async function* readEntries(
  fetchResource: FetchResource,
  checkpoint: Checkpoint,
  older: Checkpoint | undefined,
): AsyncGenerator<LoggedEntry, void> {
  const tree = new CompactTree();
  const rows = new TileRows(fetchResource);
  for await (const { bundle, tile } of bundles(fetchResource, checkpoint.size)) {
    const { size } = tree;
    const entries = bundle.slice(0, checkpoint.size - size);
    const hashes = await Promise.all(entries.map(hashLeaf));
    requireTile(tile, hashes, `0/${size / tileWidth}`);
    if (older && older.size > size && older.size <= size + hashes.length) {
      const past = new CompactTree(size, tree.edge);
      for (const hash of hashes.slice(0, older.size - size)) await past.append(hash);
      await requireRoot(older, await past.root(), 'rewritten');
    }
    if (hashes.length === tileWidth) await tree.append(await rows.add(1, await joinRow(hashes)), 8);
    else for (const hash of hashes) await tree.append(hash);
    for (const [at, bytes] of entries.entries())
      yield { index: size + at, bytes, hash: hashes[at] as Uint8Array, entry: parseEntry(bytes) };
  }
  await rows.finish();
  await requireRoot(checkpoint, await tree.root(), 'other-root');
}

// oxlint-disable-next-line typescript/require-await -- awaited with what it is given
async function requireRoot(
  { root, size }: Checkpoint,
  found: Uint8Array,
  code: 'other-root' | 'rewritten',
): Promise<void> {
  if (!areEqual(root, found))
    throw new LogError(
      code,
      `The first ${size} entries do not have the root that the log has signed for them`,
    );
}

function requireTile(tile: Uint8Array, hashes: readonly Uint8Array[], name: string): void {
  if (!areEqual(tile, concat(...hashes)))
    throw new LogError('other-tile', `Tile ${name} does not have the hashes of its entries`);
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

/** The tiles above level 0 as far as the entries so far fill them, at most one of each level. */
class TileRows {
  readonly #rows = new Map<number, { index: number; hashes: Uint8Array[] }>();
  readonly #fetchResource: FetchResource;

  constructor(fetchResource: FetchResource) {
    this.#fetchResource = fetchResource;
  }

  /** Adds the hash of a full tile of the level below, and returns it. */
  async add(level: number, hash: Uint8Array): Promise<Uint8Array> {
    const row = this.#rows.get(level) ?? { index: 0, hashes: [] };
    this.#rows.set(level, row);
    row.hashes.push(hash);
    if (row.hashes.length === tileWidth) {
      await this.#check(level);
      await this.add(level + 1, await joinRow(row.hashes));
      this.#rows.set(level, { index: row.index + 1, hashes: [] });
    }
    return hash;
  }

  /** Checks the partial ones. */
  async finish(): Promise<void> {
    for (const [level, { hashes }] of this.#rows) if (hashes.length > 0) await this.#check(level);
  }

  async #check(level: number): Promise<void> {
    const { index, hashes } = this.#rows.get(level) as { index: number; hashes: Uint8Array[] };
    const tile = await fetchHashes(this.#fetchResource, { level, index, width: hashes.length });
    requireTile(tile, hashes, `${level}/${index}`);
  }
}
