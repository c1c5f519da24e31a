import { createHash } from 'node:crypto';
import { setSha256 } from '../../src/index.js';

/** RFC 6962, section 2.1, word for word: slow, and another implementation than the tested one. */

const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

export const leafOf = (entry: Uint8Array): Uint8Array => sha256(Uint8Array.of(0), entry);
const node = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(Uint8Array.of(1), left, right);

function split(count: number): number {
  let k = 1;
  while (k * 2 < count) k *= 2;
  return k;
}

type Hashes = readonly Uint8Array[];

export function rootOf(leaves: Hashes): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return sha256();
  if (leaves.length === 1) return only;
  const k = split(leaves.length);
  return node(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

export function pathOf(index: number, leaves: Hashes): Uint8Array[] {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return index < k ? [...pathOf(index, left), rootOf(right)] : [...pathOf(index - k, right), rootOf(left)];
}

export const consistencyOf = (size: number, leaves: Hashes): Uint8Array[] =>
  size === 0 ? [] : subproof(size, leaves, true);

function subproof(size: number, leaves: Hashes, isWhole: boolean): Uint8Array[] {
  if (size === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return size <= k
    ? [...subproof(size, left, isWhole), rootOf(right)]
    : [...subproof(size - k, right, false), rootOf(left)];
}

/** Different leaves, always the same. */
export const someLeaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => leafOf(Buffer.from(`leaf ${at}`)));

/** The hash of a complete subtree of these leaves. */
export const readerOf =
  (leaves: Hashes) =>
  (level: number, index: number): Uint8Array => {
    const part = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level);
    if (part.length !== 2 ** level)
      throw new Error(`There is no complete subtree ${index} on level ${level}`);
    return rootOf(part);
  };

/** Tests with hundreds of thousands of hashes use Node's, as a server does. */
export const useNodeHash = (): void =>
  setSha256((bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()));
