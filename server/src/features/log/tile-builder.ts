import { tileWidth } from '@regrove/verify';
import { treeRoot } from '../../platform/tlog/prove.js';
import { tileOf } from '../../platform/tlog/tiles.js';
import { subtreeHash } from '../../platform/tlog/hashes.js';
import type { Tile } from './log-store.js';

/** The last tile of a level, which is not complete. */
export interface Edge {
  readonly number: number;
  readonly hashes: Uint8Array[];
}

/** Makes the tiles of a tree to which leaves are appended. Only the last tile of each level is kept. */
export class TileBuilder {
  #size: number;
  /** By level. */
  readonly #edges: Edge[];
  readonly #changed = new Set<number>();

  constructor(size = 0, edges: readonly Edge[] = []) {
    this.#size = size;
    this.#edges = [...edges];
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the tiles that are complete now. */
  append(leaves: readonly Uint8Array[]): Tile[] {
    const complete: Tile[] = [];
    for (const leaf of leaves) {
      let hash = leaf;
      for (let level = 0; ; level++) {
        const edge = (this.#edges[level] ??= { number: 0, hashes: [] });
        edge.hashes.push(hash);
        this.#changed.add(level);
        if (edge.hashes.length < tileWidth) break;
        const tile = tileFrom(level, edge);
        complete.push(tile);
        hash = subtreeHash(tile.hashes);
        this.#edges[level] = { number: edge.number + 1, hashes: [] };
      }
    }
    this.#size += leaves.length;
    return complete;
  }

  /** The incomplete tiles to which something was appended. */
  partialTiles(): Tile[] {
    return this.#edges.flatMap((edge, level) =>
      this.#changed.has(level) && edge.hashes.length > 0 ? [tileFrom(level, edge)] : [],
    );
  }

  /** Of all leaves so far. The complete subtrees at the right end of the tree are in the last tiles. */
  async root(): Promise<Buffer> {
    const root = await treeRoot(this.#size, (level, index) => {
      const { level: tileLevel, offset, count } = tileOf(level, index);
      return subtreeHash(Buffer.concat(this.#edges[tileLevel]?.hashes.slice(offset, offset + count) ?? []));
    });
    return Buffer.from(root);
  }
}

const tileFrom = (level: number, { number, hashes }: Edge): Tile => ({
  level,
  number,
  hashes: Buffer.concat(hashes),
});
