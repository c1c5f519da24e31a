import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  hashInTile,
  joinBundle,
  maxEntryBytes,
  parseTilePath,
  proveInclusion,
  setSha256,
  splitBundle,
  tileOf,
  tilePath,
  tileReader,
  verifyInclusion,
  widthOfTile,
} from '../src/index.js';
import { codeOf, fetchFrom, makeLog, someEntries, type ExampleLog } from './support/example-log.js';
import { signerOf } from './support/keys.js';
import { leafOf, rootOf, someLeaves, useNodeHash } from './support/reference.js';

beforeAll(useNodeHash);
afterAll(() => setSha256());

describe('the path of a tile', () => {
  it.each([
    ['tile/0/000', 0, 0, 256],
    ['tile/0/x001/x234/067', 0, 1_234_067, 256],
    ['tile/3/x001/000.p/1', 3, 1000, 1],
    ['tile/63/999.p/255', 63, 999, 255],
    ['tile/entries/x001/234.p/10', 'entries', 1234, 10],
    ['tile/0/x009/x007/x199/x254/x740/991', 0, Number.MAX_SAFE_INTEGER, 256],
  ] as const)('is %s', (path, level, index, width) => {
    expect(tilePath(level, index, width)).toBe(path);
    expect(parseTilePath(path)).toEqual({ level, index, width });
  });

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

  it.each([
    [0, -1, 256],
    [0, 0, 0],
    [0, 0, 257],
    [64, 0, 256],
    [0, 2 ** 53, 256],
    [0.5, 0, 256],
  ])('is refused for level %s, tile %s, width %s', async (level, index, width) => {
    expect(await codeOf(() => tilePath(level, index, width))).toMatch(/malformed-tile|out-of-range/);
  });
});

describe('tiles', () => {
  it('are as wide as the tree needs', () => {
    const widths = (level: number, index: number): number => widthOfTile(level, index, 70_000);
    expect([widths(0, 272), widths(0, 273), widths(0, 274)]).toEqual([256, 112, 0]);
    expect([widths(1, 0), widths(1, 1), widths(2, 0), widths(3, 0)]).toEqual([256, 17, 1, 0]);
    expect([widthOfTile(0, 0, 256), widthOfTile(1, 0, 256)]).toEqual([256, 1]);
  });

  it('contain the nodes of the tree', async () => {
    expect(tileOf(0, 256)).toEqual({ level: 0, index: 1, offset: 0, count: 1 });
    expect(tileOf(3, 33)).toEqual({ level: 0, index: 1, offset: 8, count: 8 });
    expect(tileOf(8, 300)).toEqual({ level: 1, index: 1, offset: 44, count: 1 });
    const leaves = someLeaves(256);
    for (let level = 0; level < 8; level++)
      for (let index = 0; index < 256 >> level; index += 5)
        expect(await hashInTile(Buffer.concat(leaves), tileOf(level, index))).toEqual(
          rootOf(leaves.slice(index << level, (index + 1) << level)),
        );
    expect(await codeOf(() => hashInTile(Buffer.concat(leaves.slice(0, 9)), tileOf(3, 1)))).toBe(
      'malformed-tile',
    );
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

describe('a bundle of entries', () => {
  it('is split as it was joined', () => {
    const entry = fc.uint8Array({ maxLength: 600 });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 256 }), (entries) => {
        expect(splitBundle(joinBundle(entries))).toEqual(entries);
      }),
      { numRuns: 30 },
    );
    const largest = [new Uint8Array(maxEntryBytes).fill(7), new Uint8Array()];
    expect(splitBundle(joinBundle(largest))).toEqual(largest);
    expect([...joinBundle([new Uint8Array(258)])].slice(0, 2)).toEqual([1, 2]);
  });

  it.each([[[0]], [[0, 1]], [[0, 2, 7]], [[0, 1, 7, 0]], [Array.from({ length: 514 }, () => 0)]])(
    'is not %j',
    async (bytes) => {
      expect(await codeOf(() => splitBundle(Uint8Array.from(bytes)))).toBe('malformed-bundle');
    },
  );

  it('has no more than it can have', async () => {
    expect(await codeOf(() => joinBundle([new Uint8Array(65_536)]))).toBe('malformed-bundle');
    expect(await codeOf(() => joinBundle(Array.from({ length: 257 }, () => new Uint8Array())))).toBe(
      'malformed-bundle',
    );
  });
});
