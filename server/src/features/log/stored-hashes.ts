import { tileWidth } from '@regrove/verify';
import type { Database } from '../../database/database.js';
import type { ReadHash } from '../../platform/tlog/prove.js';
import { tileOf } from '../../platform/tlog/tiles.js';
import { readTiles } from './log-store.js';
import { nodeInTile } from './tile-nodes.js';

/**
 * The hashes of the tree of the first `size` entries that its root needs, and a proof about the entry `index`, or from the tree of the
 * first `index` entries. All tiles that have one are read at once.
 */
export async function storedHashes(db: Database, size: number, index = size): Promise<ReadHash> {
  const wanted = new Map<string, { level: number; number: number }>();
  for (let level = 0, width = 1; width <= size; level++, width *= tileWidth)
    // The tile with the entry, and the last one.
    for (const leaf of [index, size]) {
      const number = Math.floor(leaf / width / tileWidth);
      wanted.set(nameOf(level, number), { level, number });
    }
  const tiles = new Map(
    (await readTiles(db, [...wanted.values()])).map((tile) => [nameOf(tile.level, tile.number), tile.hashes]),
  );
  return (level, at) => {
    const { level: tileLevel, index: number, offset, count } = tileOf(level, at);
    const tile = tiles.get(nameOf(tileLevel, number));
    if (!tile) throw new Error(`The log has no tile ${nameOf(tileLevel, number)}`);
    return nodeInTile(tile, Math.log2(count), offset / count);
  };
}

const nameOf = (level: number, number: number): string => `${level}/${number}`;
