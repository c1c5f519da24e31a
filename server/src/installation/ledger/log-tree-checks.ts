import { LogError, parseCheckpoint, parseNote } from '@regrove/verify';
import type { Database } from '../../database/database.js';
import { leafHash } from '../../platform/tlog/hashes.js';
import type { UsedKeyWithNote } from '../../features/log/log-key-store.js';
import {
  numberOfTiles,
  readTiles,
  type IndexedEntry,
  type LogState,
  type StoredCheckpoint,
  type Tile,
} from '../../features/log/log-store.js';
import type { SignedTree } from '../../features/log/signed-tree.js';
import { TileBuilder } from '../../features/log/tile-builder.js';
import { FindingCollector, type LedgerFinding } from './ledger-finding.js';

/** A root that is known from elsewhere. */
interface KnownRoot {
  readonly size: number;
  readonly root: Buffer;
  readonly finding: FindingCollector;
  readonly violation: string;
}

const changed =
  'what is stored was changed outside Regrove, and others will notice: restore the database as it was before, from a backup or a ' +
  'replica, together with the file log-signed of today';

/** Stands for an entry that is missing: the hash of no entry. */
const nothing = Buffer.alloc(32);

/** Recalculates the tree from the entries, and compares it with what is stored and with what was signed. */
export class TreeCheck {
  readonly #db: Database;
  readonly #tree = new TileBuilder();
  readonly #tiles = new FindingCollector('the tiles of the log are the hashes of its entries', changed);
  readonly #roots = new FindingCollector('the root of the log is that of its entries', changed);
  readonly #signed = new FindingCollector('the log begins with every tree that was signed', changed);
  /** By size, the smallest first. */
  readonly #known: KnownRoot[];
  #compared = 0;

  constructor(
    db: Database,
    log: LogState & {
      readonly checkpoints: readonly StoredCheckpoint[];
      readonly used: readonly UsedKeyWithNote[];
      readonly signedTree: SignedTree | undefined;
    },
  ) {
    this.#db = db;
    const { size, root, checkpoints, used, signedTree } = log;
    const ofCheckpoints = checkpoints.flatMap(({ note }) => rootOf(note));
    this.#known = [
      { size, root, finding: this.#roots, violation: `the state says another root for ${size} entries` },
      ...ofCheckpoints.map((one) =>
        this.#signedRoot(one, `the checkpoint of ${one.size} entries has another root`),
      ),
      ...used
        .flatMap(({ firstNote }) => rootOf(firstNote))
        .map((one) =>
          this.#signedRoot(one, `the first checkpoint of a key, of ${one.size} entries, has another root`),
        ),
      ...(signedTree ? [signedTree] : []).map((one) =>
        this.#signedRoot(one, `${one.size} entries were signed with another root (the file log-signed)`),
      ),
    ].sort((a, b) => a.size - b.size);
    for (const one of this.#known.filter((known) => known.size > size))
      this.#signed.add(`${one.size} entries were signed, and the log has ${size}`);
  }

  get findings(): readonly LedgerFinding[] {
    return [this.#tiles, this.#roots, this.#signed];
  }

  /** The entries from `first` to before `end`. */
  async append(entries: readonly IndexedEntry[], first: number, end: number): Promise<void> {
    const leaves: Uint8Array[] = Array.from({ length: end - first }, () => nothing);
    for (const { index, entry } of entries) leaves[index - first] = leafHash(entry);
    await this.#compareRoots();
    for (let at = first; at < end;) {
      const stop = Math.min(end, this.#known[0]?.size ?? end);
      await this.#compareTiles(this.#tree.append(leaves.slice(at - first, stop - first)));
      at = stop;
      await this.#compareRoots();
    }
  }

  async finish(): Promise<void> {
    await this.#compareRoots();
    await this.#compareTiles(this.#tree.partialTiles());
    const stored = await numberOfTiles(this.#db);
    if (stored !== this.#compared)
      this.#tiles.add(`there are ${stored} tiles, and there should be ${this.#compared}`);
  }

  #signedRoot({ size, root }: SignedTree, violation: string): KnownRoot {
    return { size, root, finding: this.#signed, violation };
  }

  /** Those of the tree as large as it is now. */
  async #compareRoots(): Promise<void> {
    let root: Buffer | undefined;
    for (let [known] = this.#known; known?.size === this.#tree.size; [known] = this.#known) {
      root ??= await this.#tree.root();
      if (!root.equals(known.root)) known.finding.add(known.violation);
      this.#known.shift();
    }
  }

  async #compareTiles(tiles: readonly Tile[]): Promise<void> {
    this.#compared += tiles.length;
    if (tiles.length === 0) return;
    const stored = new Map(
      (await readTiles(this.#db, tiles)).map((tile) => [`${tile.level}/${tile.number}`, tile.hashes]),
    );
    for (const { level, number, hashes } of tiles) {
      const found = stored.get(`${level}/${number}`);
      if (!found) this.#tiles.add(`tile ${level}/${number} is missing`);
      else if (!found.equals(hashes)) this.#tiles.add(`tile ${level}/${number} has other hashes`);
    }
  }
}

/** None if it is unreadable, which the check of its signature reports. */
function rootOf(note: string): SignedTree[] {
  try {
    const { origin, size, root } = parseCheckpoint(parseNote(note).text);
    return [{ origin, size, root: Buffer.from(root) }];
  } catch (error) {
    if (error instanceof LogError) return [];
    throw error;
  }
}
