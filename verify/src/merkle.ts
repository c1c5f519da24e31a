import { areEqual, concat, isCount } from './bytes.js';
import { LogError } from './errors.js';
import { sha256 } from './sha256.js';

/* RFC 6962 and 9162. Bit operations would only work up to 2^31, so this divides. */

export const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** The largest power of two that is at most `value`, and its exponent. */
export function powerWithin(value: number): { power: number; level: number } {
  let [power, level] = [1, 0];
  for (; power * 2 <= value; level++) power *= 2;
  return { power, level };
}

export const hashLeaf = async (entry: Uint8Array): Promise<Uint8Array> => sha256(concat([0], entry));

export async function hashChildren(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  if (left.length !== 32 || right.length !== 32)
    throw new LogError('out-of-range', 'A hash does not have 32 bytes');
  return sha256(concat([1], left, right));
}

/** The root of the tree without leaves. */
export const emptyRoot = async (): Promise<Uint8Array> => sha256(new Uint8Array());

export function requireCounts(...values: readonly number[]): void {
  if (!values.every(isCount)) throw new LogError('out-of-range', 'Sizes are whole numbers up to 2^53 - 1');
}

/** The number of leaves in which `index` is one. */
export function requireIndex(index: number, size: number): void {
  requireCounts(index, size);
  if (index >= size) throw new LogError('out-of-range', `There is no index ${index} in a tree of ${size}`);
}

/** The root that the proof leads to; to be compared with a signed one. */
export async function rootFromInclusionProof(
  leafHash: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Promise<Uint8Array> {
  requireIndex(index, size);
  let [node, last, hash] = [index, size - 1, leafHash];
  for (const sibling of proof) {
    if (last === 0) throw new LogError('bad-inclusion', 'The inclusion proof is too long');
    if (isOdd(node) || node === last) {
      hash = await hashChildren(sibling, hash);
      for (; !isOdd(node) && node > 0; node = half(node)) last = half(last);
    } else hash = await hashChildren(hash, sibling);
    node = half(node);
    last = half(last);
  }
  if (last !== 0) throw new LogError('bad-inclusion', 'The inclusion proof is too short');
  return hash;
}

/** Throws a `LogError` unless the leaf is in the tree at that index. */
export async function verifyInclusion(
  leafHash: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): Promise<void> {
  if (!areEqual(await rootFromInclusionProof(leafHash, index, size, proof), root))
    throw new LogError('bad-inclusion', 'The inclusion proof leads to another root');
}

/** Throws a `LogError` unless the new tree begins with all of the old one. */
export async function verifyConsistency(
  oldSize: number,
  oldRoot: Uint8Array,
  newSize: number,
  newRoot: Uint8Array,
  proof: readonly Uint8Array[],
): Promise<void> {
  requireCounts(oldSize, newSize);
  const require = (holds: boolean): void => {
    if (!holds)
      throw new LogError('bad-consistency', 'The consistency proof does not lead from one root to the other');
  };
  require(oldSize <= newSize);
  if (oldSize === 0 || oldSize === newSize) {
    require(proof.length === 0 && areEqual(oldRoot, oldSize === 0 ? await emptyRoot() : newRoot));
    return;
  }
  let [node, last] = [oldSize - 1, newSize - 1];
  for (; isOdd(node); node = half(node)) last = half(last);
  // The old tree is a subtree of the new one if its size is a power of two: then the proof begins with its root.
  const [first, ...rest] = powerWithin(oldSize).power === oldSize ? [oldRoot, ...proof] : proof;
  require(first !== undefined);
  let [before, after] = [first as Uint8Array, first as Uint8Array];
  for (const hash of rest) {
    require(last !== 0);
    if (isOdd(node) || node === last) {
      before = await hashChildren(hash, before);
      after = await hashChildren(hash, after);
      for (; !isOdd(node) && node > 0; node = half(node)) last = half(last);
    } else after = await hashChildren(after, hash);
    node = half(node);
    last = half(last);
  }
  require(last === 0 && areEqual(before, oldRoot) && areEqual(after, newRoot));
}
