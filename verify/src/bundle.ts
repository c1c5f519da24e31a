import { concat } from './bytes.js';
import { LogError } from './errors.js';
import { tileWidth } from './tiles.js';

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
  if (at !== bundle.length) throw new LogError('malformed-bundle', 'The bundle does not end with an entry');
  return entries;
}

export function joinBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length > tileWidth || entries.some(({ length }) => length > maxEntryBytes))
    throw new LogError(
      'malformed-bundle',
      `A bundle has at most ${tileWidth} entries of ${maxEntryBytes} bytes`,
    );
  return concat(...entries.flatMap((entry) => [[entry.length >> 8, entry.length & 255], entry]));
}
