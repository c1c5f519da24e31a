import { LogError, maxEntryBytes, tilePath, tileWidth, type Tile } from '@regrove/verify';

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
