import { assert, LogError } from './errors.js';
import { requireCounts } from './merkle.js';

/** The number of hashes in a full tile, and of entries in a full bundle. */
export const tileWidth = 256;

export type TileLevel = number | 'entries';

export interface Tile {
  readonly level: TileLevel;
  readonly index: number;
  /** 256 if it is full. */
  readonly width: number;
}

/** Gets a file of the log, by its path below the log's address. `maxBytes` is the most that it can have. */
export type FetchResource = (path: string, maxBytes: number) => Promise<Uint8Array>;

/** Such as `tile/0/x001/x234/067.p/112`, the first 112 hashes of tile 1,234,067. */
export function tilePath(level: TileLevel, index: number, width = tileWidth): string {
  const height = level === 'entries' ? 0 : level;
  requireCounts(index, width, height);
  assert(width > 0 && width <= tileWidth && height < 64, 'malformed-tile', 'There is no such tile');
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const suffix = width === tileWidth ? '' : `.p/${width}`;
  return `tile/${level}/${padded.replace(/\d{3}(?=\d)/g, 'x$&/')}${suffix}`;
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
  if (bytes.length !== tile.width * 32 && bytes.length !== tileWidth * 32)
    throw new LogError('malformed-tile', 'A tile has another length');
  return bytes.subarray(0, tile.width * 32);
}

/** Its length is written in two bytes. */
export const maxEntryBytes = 65_535;

/** The entries of a bundle: each with its length before it. */
export function splitBundle(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bundle.length && entries.length < tileWidth) {
    // Reads 0 where a byte is missing, which the check below notices.
    const end = at + 2 + (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0);
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  assert(at === bundle.length, 'malformed-bundle', 'The bundle does not end with an entry');
  return entries;
}
