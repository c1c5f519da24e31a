import { LogError } from './errors.js';
import { emptyRoot, half, hashChildren, powerWithin, requireCounts } from './merkle.js';

/** The hash of a subtree from those of its largest complete parts, from left to right. */
export async function joinParts(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const [last, ...others] = [...parts].reverse();
  let hash = last ?? (await emptyRoot());
  for (const left of others) hash = await hashChildren(left, hash);
  return hash;
}

/** The sizes of the complete subtrees that `size` leaves consist of, from left to right. */
export function partSizes(size: number): number[] {
  const sizes: number[] = [];
  for (let left = size; left > 0; left -= sizes.at(-1) ?? left) sizes.push(powerWithin(left).power);
  return sizes;
}

/** The hash of a complete subtree from the hashes of its leaves or smaller complete subtrees, as many as a power of two. */
export async function joinRow(row: readonly Uint8Array[]): Promise<Uint8Array> {
  let hashes = row;
  while (hashes.length > 1) {
    const below = hashes;
    hashes = await Promise.all(
      Array.from({ length: half(below.length) }, (_, at) =>
        hashChildren(below[at * 2] as Uint8Array, below[at * 2 + 1] as Uint8Array),
      ),
    );
  }
  return hashes[0] as Uint8Array;
}

/** A tree that only grows, of which only its right edge is kept: at most 53 hashes. */
export class CompactTree {
  #size: number;
  #edge: readonly Uint8Array[];

  /** Continues one of which `size` and `edge` were stored. */
  constructor(size = 0, edge: readonly Uint8Array[] = []) {
    requireCounts(size);
    if (edge.length !== partSizes(size).length || edge.some((hash) => hash.length !== 32))
      throw new LogError('out-of-range', `These are not the hashes of the right edge of ${size} leaves`);
    this.#size = size;
    this.#edge = [...edge];
  }

  get size(): number {
    return this.#size;
  }

  /** The hashes of the complete subtrees that it consists of, the largest first. */
  get edge(): readonly Uint8Array[] {
    return this.#edge;
  }

  /** Appends a leaf, or a complete subtree of 2^level leaves. Wait for one before you append the next. */
  async append(hash: Uint8Array, level = 0): Promise<void> {
    const size = this.#size;
    const count = 2 ** level;
    requireCounts(size + count);
    if (size % count !== 0 || hash.length !== 32)
      throw new LogError('out-of-range', `There is no place for such a subtree after ${size} leaves`);
    const edge = [...this.#edge];
    let joined = hash;
    for (let subtrees = size / count; subtrees % 2 === 1; subtrees = half(subtrees))
      joined = await hashChildren(edge.pop() as Uint8Array, joined);
    if (this.#size !== size)
      throw new LogError('out-of-range', 'Leaves must be appended one after the other');
    this.#edge = [...edge, joined];
    this.#size = size + count;
  }

  root(): Promise<Uint8Array> {
    return joinParts(this.#edge);
  }
}
