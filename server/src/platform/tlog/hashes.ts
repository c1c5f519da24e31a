import { hash } from 'node:crypto';

/* As in @regrove/verify, but without a promise for each of the many. */

const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');

const leafStart = Buffer.from([0]);

export const leafHash = (entry: Uint8Array): Buffer => sha256(Buffer.concat([leafStart, entry]));

export const emptyRoot = sha256(Buffer.alloc(0));

const nodeStart = Buffer.from([1]);

export const hashChildren = (left: Uint8Array, right: Uint8Array): Buffer =>
  sha256(Buffer.concat([nodeStart, left, right]));

/** The parents of hashes that are written one after the other. One without a sibling has none. */
export function hashPairs(hashes: Buffer): Buffer {
  const pairs = Math.floor(hashes.length / 64);
  const joined = Buffer.allocUnsafe(pairs * 32);
  const node = Buffer.alloc(65, 1);
  for (let pair = 0; pair < pairs; pair++) {
    hashes.copy(node, 1, pair * 64, pair * 64 + 64);
    sha256(node).copy(joined, pair * 32);
  }
  return joined;
}

/** The hash of a complete subtree from the hashes of its parts: as many as a power of two. */
export function subtreeHash(row: Buffer): Buffer {
  let hashes = row;
  while (hashes.length > 32) hashes = hashPairs(hashes);
  return hashes;
}
