import { fetchHashes, tilePath, widthOfTile, type FetchResource } from '@regrove/verify';
import { nodeInTile } from '../../src/features/log/tile-nodes.js';
import type { ReadHash } from '../../src/platform/tlog/prove.js';
import { tileOf } from '../../src/platform/tlog/tiles.js';

/** Reads the hashes of a tree of `size` leaves from the tiles that a log publishes, each of them once. */
export function tileReader(size: number, fetchResource: FetchResource): ReadHash {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return async (level, at) => {
    const { level: tileLevel, index, offset, count } = tileOf(level, at);
    const tile = { level: tileLevel, index, width: widthOfTile(tileLevel, index, size) };
    const path = tilePath(tile.level, tile.index, tile.width);
    const bytes = tiles.get(path) ?? fetchHashes(fetchResource, tile);
    tiles.set(path, bytes);
    return nodeInTile(Buffer.from(await bytes), Math.log2(count), offset / count);
  };
}
