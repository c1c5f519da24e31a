import { concat } from './bytes.js';
import { joinRow } from './compact-tree.js';
import { LogError } from './errors.js';
import { requireCounts } from './merkle.js';
import type { ReadHash } from './prove.js';

/** The number of hashes in a full tile, and of entries in a full bundle. */
export const tileWidth = 256;
const tileHeight = 8;

export type TileLevel = number | 'entries';

export interface Tile {
  readonly level: TileLevel;
  readonly index: number;
  /** 256 if it is full. */
  readonly width: number;
}

/** The hashes of a tile that a node of the tree is computed from. */
export interface TilePart {
  readonly level: number;
  readonly index: number;
  readonly offset: number;
  readonly count: number;
}

/** Gets a file of the log, by its path below the log's address. `maxBytes` is the most that it can have. */
export type FetchResource = (path: string, maxBytes: number) => Promise<Uint8Array>;

const bad = (): LogError => new LogError('malformed-tile', 'There is no such tile');

/** Such as `tile/0/x001/x234/067.p/112`, the first 112 hashes of tile 1,234,067. */
export function tilePath(level: TileLevel, index: number, width = tileWidth): string {
  requireCounts(index, width, level === 'entries' ? 0 : level);
  if (width < 1 || width > tileWidth || (level !== 'entries' && level > 63)) throw bad();
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const suffix = width === tileWidth ? '' : `.p/${width}`;
  return `tile/${level}/${padded.replace(/\d{3}(?=\d)/g, 'x$&/')}${suffix}`;
}

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
  requireCounts(level, index);
  const count = 2 ** (level % tileHeight);
  requireCounts(index * count);
  return {
    level: Math.floor(level / tileHeight),
    index: Math.floor((index * count) / tileWidth),
    offset: (index * count) % tileWidth,
    count,
  };
}

export const splitHashes = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32));

/** The node of the tree, from the hashes of the tile. */
export function hashInTile(tile: Uint8Array, { offset, count }: TilePart): Promise<Uint8Array> {
  // A copy that does not keep the tile in memory: a Buffer's `slice` would.
  const bytes = concat(tile.subarray(offset * 32, (offset + count) * 32));
  if (bytes.length !== count * 32) throw bad();
  return joinRow(splitHashes(bytes));
}

/** How many hashes a tile has in a tree of `size` leaves: 256 or fewer, 0 if there is no such tile. */
export function widthOfTile(level: TileLevel, index: number, size: number): number {
  const hashes = level === 'entries' ? size : Math.floor(size / tileWidth ** level);
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth));
}

/** A log may delete a partial tile when it has the full one. */
export async function fetchTile(
  fetchResource: FetchResource,
  { level, index, width }: Tile,
  maxBytesOfOne: number,
): Promise<Uint8Array> {
  const get = (count: number): Promise<Uint8Array> =>
    fetchResource(tilePath(level, index, count), count * maxBytesOfOne);
  try {
    return await get(width);
  } catch (error) {
    if (width === tileWidth) throw error;
    return await get(tileWidth).catch(() => {
      throw error;
    });
  }
}

export async function fetchHashes(fetchResource: FetchResource, tile: Tile): Promise<Uint8Array> {
  const bytes = await fetchTile(fetchResource, tile, 32);
  if (bytes.length !== tile.width * 32 && bytes.length !== tileWidth * 32) throw bad();
  return bytes.subarray(0, tile.width * 32);
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
