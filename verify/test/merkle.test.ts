import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  CompactTree,
  emptyRoot,
  hashChildren,
  hashLeaf,
  proveConsistency,
  proveInclusion,
  setSha256,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from '../src/index.js';
import { codeOf } from './support/example-log.js';
import { consistencyOf, pathOf, readerOf, rootOf, someLeaves, useNodeHash } from './support/reference.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const unhex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

/** The tree of eight leaves that implementations of Certificate Transparency are tested with. */
const knownLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(unhex);
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('the known tree, with Web Crypto', () => {
  it('has the known roots', async () => {
    const tree = new CompactTree();
    expect(hex(await tree.root())).toBe(knownRoots[0]);
    expect(hex(await emptyRoot())).toBe(knownRoots[0]);
    for (const [at, leaf] of knownLeaves.entries()) {
      await tree.append(await hashLeaf(leaf));
      expect(hex(await tree.root())).toBe(knownRoots[at + 1]);
      expect(tree.size).toBe(at + 1);
    }
  });

  it('has known inclusion and consistency proofs', async () => {
    const leaves = await Promise.all(knownLeaves.map(hashLeaf));
    const proof = await proveInclusion(5, 8, readerOf(leaves));
    expect(proof.map(hex)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    const consistency = await proveConsistency(6, 8, readerOf(leaves));
    expect(consistency.map(hex)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    await verifyConsistency(6, unhex(knownRoots[6] ?? ''), 8, unhex(knownRoots[8] ?? ''), consistency);
  });
});

describe('trees of all sizes', () => {
  beforeAll(useNodeHash);
  afterAll(() => setSha256());
  const leaves = someLeaves(300);
  const roots = leaves.map((_, at) => rootOf(leaves.slice(0, at + 1)));
  const rootAt = (size: number): Uint8Array => (size === 0 ? rootOf([]) : (roots[size - 1] as Uint8Array));

  it('grow to the right roots, from any stored edge', async () => {
    let tree = new CompactTree();
    for (const [at, leaf] of leaves.entries()) {
      tree = new CompactTree(tree.size, tree.edge);
      await tree.append(leaf);
      expect(hex(await tree.root())).toBe(hex(rootAt(at + 1)));
    }
  });

  it('grow by whole subtrees', async () => {
    const tree = new CompactTree();
    await tree.append(rootOf(leaves.slice(0, 256)), 8);
    await tree.append(rootOf(leaves.slice(256, 288)), 5);
    for (const leaf of leaves.slice(288)) await tree.append(leaf);
    expect(hex(await tree.root())).toBe(hex(rootAt(300)));
  });

  // A cache of subtrees makes the 45,150 proofs take seconds.
  const cached = new Map<string, Uint8Array>();
  const read = (level: number, index: number): Uint8Array => {
    const name = `${level} ${index}`;
    const hash = cached.get(name) ?? readerOf(leaves)(level, index);
    cached.set(name, hash);
    return hash;
  };

  it('prove every leaf', async () => {
    for (let size = 1; size <= leaves.length; size++)
      for (let index = 0; index < size; index++)
        await verifyInclusion(
          leaves[index] as Uint8Array,
          index,
          size,
          await proveInclusion(index, size, read),
          rootAt(size),
        );
  });

  it('prove consistency of every pair', async () => {
    for (let size = 0; size <= 70; size++)
      for (let older = 0; older <= size; older++) {
        const proof = await proveConsistency(older, size, read);
        expect(proof.map(hex)).toEqual(consistencyOf(older, leaves.slice(0, size)).map(hex));
        await verifyConsistency(older, rootAt(older), size, rootAt(size), proof);
      }
  });

  it('make the proofs of RFC 6962', async () => {
    await fc.assert(
      fc.asyncProperty(sizeAndIndex, async ([size, index]) => {
        const own = leaves.slice(0, size);
        expect((await proveInclusion(index, size, read)).map(hex)).toEqual(pathOf(index, own).map(hex));
        expect(hex(await treeRoot(size, read))).toBe(hex(rootAt(size)));
      }),
      { numRuns: 100 },
    );
  });

  const sizeAndIndex = fc
    .integer({ min: 1, max: 300 })
    .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));

  it('refuse an inclusion proof with anything changed', async () => {
    const change = fc.tuple(sizeAndIndex, fc.nat(), fc.nat(31), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(change, async ([[size, index], which, byte, bits]) => {
        const proof = await proveInclusion(index, size, read);
        const leaf = leaves[index] as Uint8Array;
        const root = rootAt(size);
        const flip = (hash: Uint8Array): Uint8Array =>
          hash.map((old, at) => (at === byte ? old ^ bits : old));
        const at = which % (proof.length + 1);
        const refused = (...args: Parameters<typeof verifyInclusion>): Promise<string> =>
          codeOf(() => verifyInclusion(...args));
        expect(await refused(flip(leaf), index, size, proof, root)).toBe('bad-inclusion');
        expect(await refused(leaf, index, size, proof, flip(root))).toBe('bad-inclusion');
        expect(await refused(leaf, index, size, [...proof, root], root)).toBe('bad-inclusion');
        if (proof.length > 0) {
          const changed = proof.map((hash, one) => (one === at % proof.length ? flip(hash) : hash));
          expect(await refused(leaf, index, size, changed, root)).toBe('bad-inclusion');
          expect(await refused(leaf, index, size, proof.slice(1), root)).toBe('bad-inclusion');
          expect(await refused(leaf, index, size, proof.slice(0, -1), root)).toBe('bad-inclusion');
          const shortened = proof.map((hash, one) => (one === 0 ? hash.subarray(1) : hash));
          expect(await refused(leaf, index, size, shortened, root)).toBe('out-of-range');
          const other = which % size;
          if (other !== index) expect(await refused(leaf, other, size, proof, root)).toBe('bad-inclusion');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('refuse a consistency proof with anything changed', async () => {
    const sizes = fc
      .integer({ min: 2, max: 300 })
      .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size - 1 })));
    const change = fc.tuple(sizes, fc.nat(), fc.nat(31), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(change, async ([[size, older], which, byte, bits]) => {
        const proof = await proveConsistency(older, size, read);
        const flip = (hash: Uint8Array): Uint8Array =>
          hash.map((old, at) => (at === byte ? old ^ bits : old));
        const [before, after] = [rootAt(older), rootAt(size)];
        const refused = (...args: Parameters<typeof verifyConsistency>): Promise<string> =>
          codeOf(() => verifyConsistency(...args));
        const changed = proof.map((hash, at) => (at === which % proof.length ? flip(hash) : hash));
        for (const code of [
          await refused(older, before, size, after, changed),
          await refused(older, flip(before), size, after, proof),
          await refused(older, before, size, flip(after), proof),
          await refused(older, before, size, after, [...proof, after]),
          await refused(older, before, size, after, proof.slice(1)),
          await refused(older, before, size, after, []),
        ])
          expect(code).toBe('bad-consistency');
      }),
      { numRuns: 500 },
    );
  });
});

describe('numbers that cannot be', () => {
  const [leaf = new Uint8Array()] = someLeaves(1);

  it.each([
    [0, 0],
    [1, 1],
    [-1, 1],
    [0.5, 1],
    [NaN, 1],
    [0, 2 ** 53],
    [0, Infinity],
  ])('are refused: index %s of %s', async (index, size) => {
    expect(await codeOf(() => verifyInclusion(leaf, index, size, [], leaf))).toBe('out-of-range');
    expect(await codeOf(() => proveInclusion(index, size, () => leaf))).toBe('out-of-range');
  });

  it('are refused in consistency proofs', async () => {
    expect(await codeOf(() => verifyConsistency(2, leaf, 1, leaf, []))).toBe('bad-consistency');
    expect(await codeOf(() => verifyConsistency(1, leaf, 2 ** 53, leaf, []))).toBe('out-of-range');
    expect(await codeOf(() => verifyConsistency(0, leaf, 1, leaf, []))).toBe('bad-consistency');
    expect(await codeOf(() => verifyConsistency(1, leaf, 1, leaf, [leaf]))).toBe('bad-consistency');
    expect(await codeOf(() => proveConsistency(2, 1, () => leaf))).toBe('out-of-range');
  });

  it('are refused by a tree', async () => {
    expect(await codeOf(() => new CompactTree(3, [leaf]))).toBe('out-of-range');
    expect(await codeOf(() => new CompactTree(1, [leaf.subarray(1)]))).toBe('out-of-range');
    expect(await codeOf(() => new CompactTree(-1))).toBe('out-of-range');
    expect(await codeOf(() => new CompactTree(1, [leaf]).append(leaf, 1))).toBe('out-of-range');
    expect(await codeOf(() => new CompactTree().append(leaf.subarray(1)))).toBe('out-of-range');
    expect(await codeOf(() => hashChildren(leaf, leaf.subarray(1)))).toBe('out-of-range');
  });

  it('are noticed when leaves are appended at the same time', async () => {
    const tree = new CompactTree(1, [leaf]);
    expect(await codeOf(() => Promise.all([tree.append(leaf), tree.append(leaf)]))).toBe('out-of-range');
  });

  it('of the largest tree are exact', async () => {
    const size = 2 ** 53 - 1;
    const proof = await proveInclusion(size - 1, size, () => leaf);
    expect(proof).toHaveLength(52);
    const older = await proveConsistency(2 ** 52 + 1, size, () => leaf);
    expect(older.length).toBeGreaterThan(50);
    const tree = new CompactTree(
      size - 1,
      Array.from({ length: 52 }, () => leaf),
    );
    await tree.append(leaf);
    expect(await codeOf(() => tree.append(leaf))).toBe('out-of-range');
    await verifyInclusion(leaf, size - 1, size, proof, await tree.root());
  });
});
