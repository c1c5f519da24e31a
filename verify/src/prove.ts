import { joinParts, partSizes } from './compact-tree.js';
import { LogError } from './errors.js';
import { powerWithin, requireCounts, requireIndex } from './merkle.js';

/** The hash of the complete subtree number `index` of those with 2^level leaves. */
export type ReadHash = (level: number, index: number) => Uint8Array | Promise<Uint8Array>;

/** The hash of the leaves from `start` to before `end`, where `start` is a multiple of a power of two that is not less than their number. */
async function hashOfRange(start: number, end: number, readHash: ReadHash): Promise<Uint8Array> {
  let at = start;
  const parts = partSizes(end - start).map((count) => {
    const hash = readHash(powerWithin(count).level, at / count);
    at += count;
    return Promise.resolve(hash);
  });
  return joinParts(await Promise.all(parts));
}

/** The size of the left subtree, if there are at least two leaves. */
const leftOf = (count: number): number => powerWithin(count - 1).power;

export function treeRoot(size: number, readHash: ReadHash): Promise<Uint8Array> {
  return hashOfRange(0, size, readHash);
}

/** The inclusion proof of RFC 6962 for a leaf in the tree of the first `size` leaves. */
export async function proveInclusion(index: number, size: number, readHash: ReadHash): Promise<Uint8Array[]> {
  requireIndex(index, size);
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
  requireCounts(oldSize, newSize);
  if (oldSize > newSize) throw new LogError('out-of-range', 'The old tree is larger than the new one');
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
