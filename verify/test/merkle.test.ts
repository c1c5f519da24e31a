import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  hashChildren,
  hashLeaf,
  rootOf,
  setSha256,
  verifyConsistency,
  verifyInclusion,
} from '../src/index.js';
import { codeOf } from './support/example-log.js';
import * as reference from './support/reference.js';

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
    const leaves = await Promise.all(knownLeaves.map(hashLeaf));
    for (const [size, root] of knownRoots.entries())
      expect(hex(await rootOf(leaves.slice(0, size)))).toBe(root);
  });

  it('has known inclusion and consistency proofs', async () => {
    const [leaf = new Uint8Array()] = await Promise.all(knownLeaves.slice(5).map(hashLeaf));
    const path = [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ].map(unhex);
    await verifyInclusion(leaf, 5, 8, path, unhex(knownRoots[8] ?? ''));
    const consistency = [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ].map(unhex);
    await verifyConsistency(6, unhex(knownRoots[6] ?? ''), 8, unhex(knownRoots[8] ?? ''), consistency);
  });
});

describe('trees of all sizes', () => {
  beforeAll(reference.useNodeHash);
  afterAll(() => setSha256());
  const leaves = reference.someLeaves(300);
  const roots = leaves.map((_, at) => reference.rootOf(leaves.slice(0, at + 1)));
  const rootAt = (size: number): Uint8Array =>
    size === 0 ? reference.rootOf([]) : (roots[size - 1] as Uint8Array);

  it('have the right roots, also from subtrees of which the last is smaller', async () => {
    for (let size = 0; size <= leaves.length; size++) {
      const own = leaves.slice(0, size);
      expect(hex(await rootOf(own))).toBe(hex(rootAt(size)));
      const subtrees = Array.from({ length: Math.ceil(size / 8) }, (_, at) =>
        reference.rootOf(own.slice(at * 8, at * 8 + 8)),
      );
      expect(hex(await rootOf(subtrees))).toBe(hex(rootAt(size)));
    }
  });

  const pathOf = (index: number, size: number): Uint8Array[] =>
    reference.pathOf(index, leaves.slice(0, size));
  const consistencyOf = (older: number, size: number): Uint8Array[] =>
    reference.consistencyOf(older, leaves.slice(0, size));

  it('confirm every leaf', async () => {
    for (let size = 1; size <= 130; size++)
      for (let index = 0; index < size; index++)
        await verifyInclusion(leaves[index] as Uint8Array, index, size, pathOf(index, size), rootAt(size));
  });

  it('confirm consistency of every pair', async () => {
    for (let size = 0; size <= 70; size++)
      for (let older = 0; older <= size; older++)
        await verifyConsistency(older, rootAt(older), size, rootAt(size), consistencyOf(older, size));
  });

  const sizeAndIndex = fc
    .integer({ min: 1, max: 300 })
    .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));

  it('refuse an inclusion proof with anything changed', async () => {
    const change = fc.tuple(sizeAndIndex, fc.nat(), fc.nat(31), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(change, async ([[size, index], which, byte, bits]) => {
        const proof = pathOf(index, size);
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
        const proof = consistencyOf(older, size);
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
  const [leaf = new Uint8Array()] = reference.someLeaves(1);

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
  });

  it('are refused in consistency proofs', async () => {
    expect(await codeOf(() => verifyConsistency(2, leaf, 1, leaf, []))).toBe('bad-consistency');
    expect(await codeOf(() => verifyConsistency(1, leaf, 2 ** 53, leaf, []))).toBe('out-of-range');
    expect(await codeOf(() => verifyConsistency(0, leaf, 1, leaf, []))).toBe('bad-consistency');
    expect(await codeOf(() => verifyConsistency(1, leaf, 1, leaf, [leaf]))).toBe('bad-consistency');
  });

  it('are refused as trees of the same size with two roots', async () => {
    const empty = await rootOf([]);
    await verifyConsistency(0, empty, 0, empty, []);
    for (const [one, other] of [
      [empty, leaf],
      [leaf, empty],
    ] as const)
      expect(await codeOf(() => verifyConsistency(0, one, 0, other, []))).toBe('bad-consistency');
  });

  it('are refused as hashes', async () => {
    expect(await codeOf(() => hashChildren(leaf, leaf.subarray(1)))).toBe('out-of-range');
    expect(await codeOf(() => verifyInclusion(leaf, 0, 2, [leaf.subarray(1)], leaf))).toBe('out-of-range');
  });
});
