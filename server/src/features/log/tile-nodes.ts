import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hashPairs } from '../../platform/tlog/hashes.js';

/** The nodes of the tree in a tile by level: its hashes, those of pairs of them, and so on. */
type TileNodes = readonly Buffer[];

/** Of 16 kB. The tiles above level 0, which every proof needs, are few. */
const maxCached = 256;

// By content, so that it is right for every tile of every log. To hash a whole tile takes a fraction of hashing its 255 nodes.
const cache = new LRUCache<string, TileNodes>({ max: maxCached });

/** The node number `index` of those with 2^level hashes of the tile each. */
export function nodeInTile(tile: Buffer, level: number, index: number): Buffer {
  const node = nodesOf(tile)[level]?.subarray(index * 32, index * 32 + 32);
  if (node?.length !== 32) throw new Error('A tile of the log is incomplete');
  return node;
}

function nodesOf(tile: Buffer): TileNodes {
  const key = hash('sha256', tile, 'base64');
  const known = cache.get(key);
  if (known) return known;
  const nodes = [tile];
  for (let row = tile; row.length >= 64; nodes.push(row)) row = hashPairs(row);
  cache.set(key, nodes);
  return nodes;
}
