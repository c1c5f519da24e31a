import { LogError } from '@regrove/verify';
import { emptyRoot, hashChildren } from './hashes.js';

/** The hash of the complete subtree number `index` of those with 2^level leaves. */
export type ReadHash = (level: number, index: number) => Uint8Array | Promise<Uint8Array>;

/** The largest power of two that is at most `value`, and its exponent. Bit operations would only work up to 2^31. */
function powerWithin(value: number): { power: number; level: number } {
  let [power, level] = [1, 0];
  for (; power * 2 <= value; level++) power *= 2;
  return { power, level };
}

/** The hash of the leaves from `start` to before `end`, where `start` is a multiple of a power of two that is not less than their number. */
async function hashOfRange(start: number, end: number, readHash: ReadHash): Promise<Uint8Array> {
  // The largest complete subtrees, from left to right.
  const parts: Promise<Uint8Array>[] = [];
  for (let at = start; at < end;) {
    const { power, level } = powerWithin(end - at);
    parts.push(Promise.resolve(readHash(level, at / power)));
    at += power;
  }
  const [last, ...others] = (await Promise.all(parts)).reverse();
  let hash = last ?? emptyRoot;
  for (const left of others) hash = hashChildren(left, hash);
  return hash;
}

/** The size of the left subtree, if there are at least two leaves. */
const leftOf = (count: number): number => powerWithin(count - 1).power;

function requireRange(holds: boolean, ...values: readonly number[]): void {
  if (!holds || !values.every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new LogError('out-of-range', `There is no such proof: ${values.join(', ')}`);
}

export function treeRoot(size: number, readHash: ReadHash): Promise<Uint8Array> {
  return hashOfRange(0, size, readHash);
}

/** The inclusion proof of RFC 6962 for a leaf in the tree of the first `size` leaves. */
export async function proveInclusion(index: number, size: number, readHash: ReadHash): Promise<Uint8Array[]> {
  requireRange(index < size, index, size);
  const proof: Promise<Uint8Array>[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + leftOf(end - start);
    if (index < middle) {
      proof.unshift(hashOfRange(middle, end, readHash));
      end = middle;
    } else {
      proof.unshift(hashOfRange(start, middle, readHash));
      start = middle;
    }
  }
  return Promise.all(proof);
}

/** The consistency proof of RFC 6962 between the trees of the first `oldSize` and `newSize` leaves. */
export async function proveConsistency(
  oldSize: number,
  newSize: number,
  readHash: ReadHash,
): Promise<Uint8Array[]> {
  requireRange(oldSize <= newSize, oldSize, newSize);
  if (oldSize === 0) return [];
  const proof: Promise<Uint8Array>[] = [];
  let [start, end] = [0, newSize];
  while (end !== oldSize) {
    const middle = start + leftOf(end - start);
    if (oldSize <= middle) {
      proof.unshift(hashOfRange(middle, end, readHash));
      end = middle;
    } else {
      proof.unshift(hashOfRange(start, middle, readHash));
      start = middle;
    }
  }
  // Whoever verifies it knows the old root.
  if (start > 0) proof.unshift(hashOfRange(start, end, readHash));
  return Promise.all(proof);
}
