import { areEqual, concat } from './bytes.js';
import { assert } from './errors.js';
import { sha256 } from './sha256.js';

/* RFC 6962 and 9162. Bit operations would only work up to 2^31, so this divides. */

type Hashes = readonly Uint8Array[];

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

export const hashLeaf = async (entry: Uint8Array): Promise<Uint8Array> => sha256(concat([0], entry));

export async function hashChildren(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  assert(left.length === 32 && right.length === 32, 'out-of-range', 'A hash has 32 bytes');
  return sha256(concat([1], left, right));
}

/** The root of a tree with these leaves, or with complete subtrees of one size of which the last may be smaller. */
export async function rootOf(hashes: Hashes): Promise<Uint8Array> {
  const [first] = hashes;
  if (hashes.length < 2) return first ?? sha256(new Uint8Array());
  let left = 1;
  while (left * 2 < hashes.length) left *= 2;
  return hashChildren(...(await Promise.all([rootOf(hashes.slice(0, left)), rootOf(hashes.slice(left))])));
}

export function requireCounts(...values: readonly number[]): void {
  assert(
    values.every((value) => Number.isSafeInteger(value) && value >= 0),
    'out-of-range',
    'Not a whole number up to 2^53 - 1',
  );
}

/** `index` is one of the leaves. */
export function requireIndex(index: number, size: number): void {
  requireCounts(index, size);
  assert(index < size, 'out-of-range', `A tree of ${size} has no index ${index}`);
}

/**
 * Walks from a node to the root, with the hashes beside the way. Whether the way ends where the proof does.
 * @param join gets each of them, and whether it is on the left
 */
async function climb(
  start: number,
  end: number,
  hashes: Hashes,
  join: (hash: Uint8Array, isLeft: boolean) => Promise<void>,
): Promise<boolean> {
  let [node, last] = [start, end];
  for (const hash of hashes) {
    if (last === 0) return false;
    const isLeft = isOdd(node) || node === last;
    await join(hash, isLeft);
    if (isLeft) for (; !isOdd(node) && node > 0; node = half(node)) last = half(last);
    node = half(node);
    last = half(last);
  }
  return last === 0;
}

/** Throws a `LogError` unless a proof for that index has exactly so many hashes. */
export async function requirePath(index: number, size: number, proof: Hashes): Promise<void> {
  const isWhole = await climb(index, size - 1, proof, () => Promise.resolve());
  assert(isWhole, 'bad-inclusion', 'The inclusion proof has too few hashes, or too many');
}

/** Throws a `LogError` unless the leaf is in the tree at that index. */
export async function verifyInclusion(
  leafHash: Uint8Array,
  index: number,
  size: number,
  proof: Hashes,
  root: Uint8Array,
): Promise<void> {
  requireIndex(index, size);
  let hash = leafHash;
  const isWhole = await climb(index, size - 1, proof, async (other, isLeft) => {
    hash = await (isLeft ? hashChildren(other, hash) : hashChildren(hash, other));
  });
  assert(isWhole && areEqual(hash, root), 'bad-inclusion', 'The inclusion proof leads to another root');
}

/** Throws a `LogError` unless the new tree begins with all of the old one. */
export async function verifyConsistency(
  oldSize: number,
  oldRoot: Uint8Array,
  newSize: number,
  newRoot: Uint8Array,
  proof: Hashes,
): Promise<void> {
  requireCounts(oldSize, newSize);
  let isRight = oldSize <= newSize;
  if (oldSize === 0 || oldSize === newSize)
    isRight &&= proof.length === 0 && areEqual(oldRoot, oldSize === newSize ? newRoot : await rootOf([]));
  else if (isRight) {
    let [node, last, power] = [oldSize - 1, newSize - 1, 1];
    for (; isOdd(node); node = half(node)) last = half(last);
    while (power < oldSize) power *= 2;
    // The old tree is a subtree of the new one if its size is a power of two: then the proof begins with its root.
    const [first = new Uint8Array(), ...others] = power === oldSize ? [oldRoot, ...proof] : proof;
    let [before, after] = [first, first];
    const isWhole = await climb(node, last, others, async (hash, isLeft) => {
      if (isLeft) before = await hashChildren(hash, before);
      after = await (isLeft ? hashChildren(hash, after) : hashChildren(after, hash));
    });
    isRight = isWhole && areEqual(before, oldRoot) && areEqual(after, newRoot);
  }
  assert(isRight, 'bad-consistency', 'The consistency proof leads to another root');
}
