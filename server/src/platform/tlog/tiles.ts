import {
  fetchHashes,
  LogError,
  maxEntryBytes,
  rootOf,
  tilePath,
  tileWidth,
  widthOfTile,
  type FetchResource,
  type Tile,
} from '@regrove/verify';
import type { ReadHash } from './prove.js';

/** A tile has the hashes of this many levels of the tree. */
const tileHeight = 8;

/** The hashes of a tile that a node of the tree is computed from. */
export interface TilePart {
  readonly level: number;
  readonly index: number;
  readonly offset: number;
  readonly count: number;
}

const bad = (): LogError => new LogError('malformed-tile', 'There is no such tile');

/** Throws a `LogError` for anything that `tilePath` would write in another way. */
export function parseTilePath(path: string): Tile {
  const [, levelText = '', indexText = '', widthText] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  const level = levelText === 'entries' ? levelText : Number(levelText);
  const index = Number(indexText.replace(/\D/g, ''));
  const width = widthText === undefined ? tileWidth : Number(widthText);
  if (levelText === '' || !Number.isSafeInteger(index) || tilePath(level, index, width) !== path) throw bad();
  return { level, index, width };
}

/** Where the hash of the complete subtree number `index` of those with 2^level leaves is found. */
export function tileOf(level: number, index: number): TilePart {
  const count = 2 ** (level % tileHeight);
  if (!Number.isSafeInteger(index * count)) throw bad();
  return {
    level: Math.floor(level / tileHeight),
    index: Math.floor((index * count) / tileWidth),
    offset: (index * count) % tileWidth,
    count,
  };
}

/** The node of the tree, from the hashes of the tile. */
export function hashInTile(tile: Uint8Array, { offset, count }: TilePart): Promise<Uint8Array> {
  // A copy that does not keep the tile in memory.
  const bytes = Uint8Array.from(tile.subarray(offset * 32, (offset + count) * 32));
  if (bytes.length !== count * 32) throw bad();
  return rootOf(Array.from({ length: count }, (_, at) => bytes.subarray(at * 32, at * 32 + 32)));
}

/** Reads the hashes of a tree of `size` leaves from its tiles, each of them once. */
export function tileReader(size: number, fetchResource: FetchResource): ReadHash {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return async (level, index) => {
    const part = tileOf(level, index);
    const tile = { ...part, width: widthOfTile(part.level, part.index, size) };
    const path = tilePath(tile.level, tile.index, tile.width);
    const bytes = tiles.get(path) ?? fetchHashes(fetchResource, tile);
    tiles.set(path, bytes);
    return hashInTile(await bytes, part);
  };
}

/** The entries, each with its length before it. */
export function joinBundle(entries: readonly Uint8Array[]): Buffer {
  if (entries.length > tileWidth || entries.some(({ length }) => length > maxEntryBytes))
    throw new LogError(
      'malformed-bundle',
      `A bundle has at most ${tileWidth} entries of ${maxEntryBytes} bytes`,
    );
  return Buffer.concat(
    entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]),
  );
}
