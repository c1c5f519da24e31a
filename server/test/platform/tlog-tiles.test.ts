import { beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { tilePath, verifyInclusion } from '@regrove/verify';
import {
  codeOf,
  fetchFrom,
  makeLog,
  someEntries,
  type ExampleLog,
} from '../../../verify/test/support/example-log.js';
import { signerOf } from '../../../verify/test/support/keys.js';
import { leafOf, rootOf, someLeaves } from '../../../verify/test/support/reference.js';
import { proveInclusion } from '../../src/platform/tlog/prove.js';
import { joinBundle, parseTilePath, tileOf } from '../../src/platform/tlog/tiles.js';
import { nodeInTile } from '../../src/features/log/tile-nodes.js';
import { tileReader } from '../support/tile-reader.js';

describe('The path of a tile', () => {
  it('is read as it was written', () => {
    const levels = fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const));
    fc.assert(
      fc.property(levels, fc.maxSafeNat(), fc.integer({ min: 1, max: 256 }), (level, index, width) => {
        expect(parseTilePath(tilePath(level, index, width))).toEqual({ level, index, width });
      }),
    );
  });

  it.each([
    '',
    'tile/0',
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/1000',
    'tile/0/x000/001',
    'tile/0/x001',
    'tile/0/001/002',
    'tile/0/x001/x002',
    'tile/0/000.p/0',
    'tile/0/000.p/01',
    'tile/0/000.p/256',
    'tile/0/000.p/',
    'tile/0/000.p',
    'tile/0/000/',
    '/tile/0/000',
    'tile/0/000\n',
    'tile/0/٠٠٠',
    'tile/Entries/000',
    'tile/0/x009/x007/x199/x254/x740/992',
    'tile/0/x001/x009/x007/x199/x254/x740/992',
    'tile/0/../checkpoint',
  ])('is not %j', async (path) => {
    expect(await codeOf(() => parseTilePath(path))).toBe('malformed-tile');
  });
});

describe('Tiles', () => {
  it('contain the nodes of the tree', () => {
    expect(tileOf(0, 256)).toEqual({ level: 0, index: 1, offset: 0, count: 1 });
    expect(tileOf(3, 33)).toEqual({ level: 0, index: 1, offset: 8, count: 8 });
    expect(tileOf(8, 300)).toEqual({ level: 1, index: 1, offset: 44, count: 1 });
    const leaves = someLeaves(256);
    for (let level = 0; level < 8; level++)
      for (let index = 0; index < 256 >> level; index += 5)
        expect(new Uint8Array(nodeInTile(Buffer.concat(leaves), level, index))).toEqual(
          rootOf(leaves.slice(index << level, (index + 1) << level)),
        );
    expect(() => nodeInTile(Buffer.concat(leaves.slice(0, 9)), 3, 1)).toThrow('incomplete');
  });

  describe('of a log', () => {
    let log: ExampleLog;
    beforeAll(async () => {
      log = await makeLog(someEntries(70_000), await signerOf('example.com/log', 1));
    });

    it('are enough for any proof', async () => {
      const leaves = log.entries.map(leafOf);
      const root = rootOf(leaves);
      const index = fc.integer({ min: 0, max: 69_999 });
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(index, fc.constantFrom(0, 65_535, 65_536, 69_887, 69_888, 69_999)),
          async (one) => {
            const proof = await proveInclusion(one, 70_000, tileReader(70_000, log.fetchResource));
            await verifyInclusion(leaves[one] as Uint8Array, one, 70_000, proof, root);
          },
        ),
        { numRuns: 40 },
      );
    });

    it('may have become full since', async () => {
      const size = 65_536 + 100;
      const proof = await proveInclusion(7, size, tileReader(size, log.fetchResource));
      const root = rootOf(log.entries.slice(0, size).map(leafOf));
      await verifyInclusion(leafOf(log.entries[7] as Uint8Array), 7, size, proof, root);
    });

    it('are refused if they are too short', async () => {
      const files = new Map(log.files).set('tile/0/000', new Uint8Array(8191));
      expect(await codeOf(() => proveInclusion(7, 70_000, tileReader(70_000, fetchFrom(files))))).toBe(
        'malformed-tile',
      );
    });
  });
});

describe('A bundle of entries', () => {
  it('has no more than it can have', async () => {
    expect(await codeOf(() => joinBundle([new Uint8Array(65_536)]))).toBe('malformed-bundle');
    expect(await codeOf(() => joinBundle(Array.from({ length: 257 }, () => new Uint8Array())))).toBe(
      'malformed-bundle',
    );
  });
});
