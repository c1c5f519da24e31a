import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootOf, setSha256, verifyInclusion } from '@regrove/verify';
import { codeOf } from '../../../verify/test/support/example-log.js';
import * as reference from '../../../verify/test/support/reference.js';
import { proveConsistency, proveInclusion, treeRoot } from '../../src/platform/tlog/prove.js';

beforeAll(() => setSha256((bytes) => createHash('sha256').update(bytes).digest()));
afterAll(() => setSha256());

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('Proofs', () => {
  const leaves = reference.someLeaves(300);
  const cached = new Map<string, Uint8Array>();
  const read = (level: number, index: number): Uint8Array => {
    const name = `${level} ${index}`;
    const hash = cached.get(name) ?? reference.readerOf(leaves)(level, index);
    cached.set(name, hash);
    return hash;
  };

  it('of inclusion are those of RFC 6962', async () => {
    for (const size of [1, 2, 3, 7, 8, 9, 64, 65, 255, 256, 257, 300]) {
      const own = leaves.slice(0, size);
      expect(hex(await treeRoot(size, read))).toBe(hex(reference.rootOf(own)));
      for (let index = 0; index < size; index++)
        expect((await proveInclusion(index, size, read)).map(hex)).toEqual(
          reference.pathOf(index, own).map(hex),
        );
    }
    expect(hex(await treeRoot(0, read))).toBe(hex(await rootOf([])));
  });

  it('of consistency are those of RFC 6962', async () => {
    for (let size = 0; size <= 70; size++)
      for (let older = 0; older <= size; older++)
        expect((await proveConsistency(older, size, read)).map(hex)).toEqual(
          reference.consistencyOf(older, leaves.slice(0, size)).map(hex),
        );
  });

  const [leaf = new Uint8Array()] = leaves;

  it.each([
    [0, 0],
    [1, 1],
    [-1, 1],
    [0.5, 1],
    [NaN, 1],
    [0, 2 ** 53],
    [0, Infinity],
  ])('are refused for index %s of %s', async (index, size) => {
    expect(await codeOf(() => proveInclusion(index, size, () => leaf))).toBe('out-of-range');
  });

  it('are refused from a larger to a smaller tree', async () => {
    expect(await codeOf(() => proveConsistency(2, 1, () => leaf))).toBe('out-of-range');
  });

  it('of the largest tree are exact', async () => {
    const size = 2 ** 53 - 1;
    const root = await treeRoot(size, () => leaf);
    const proof = await proveInclusion(size - 1, size, () => leaf);
    expect(proof).toHaveLength(52);
    await verifyInclusion(leaf, size - 1, size, proof, root);
    expect((await proveConsistency(2 ** 52 + 1, size, () => leaf)).length).toBeGreaterThan(50);
  });
});
