import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { joinBundle } from '../../server/src/platform/tlog/tiles.js';
import { maxEntryBytes, splitBundle, tilePath, widthOfTile } from '../src/index.js';
import { codeOf } from './support/example-log.js';

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
});

describe('a bundle of entries', () => {
  it('is split as it was joined', () => {
    const entry = fc.uint8Array({ maxLength: 600 });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 256 }), (entries) => {
        expect(splitBundle(new Uint8Array(joinBundle(entries)))).toEqual(entries);
      }),
      { numRuns: 30 },
    );
    const largest = [new Uint8Array(maxEntryBytes).fill(7), new Uint8Array()];
    expect(splitBundle(new Uint8Array(joinBundle(largest)))).toEqual(largest);
    expect([...joinBundle([new Uint8Array(258)])].slice(0, 2)).toEqual([1, 2]);
  });

  it.each([[[0]], [[0, 1]], [[0, 2, 7]], [[0, 1, 7, 0]], [Array.from({ length: 514 }, () => 0)]])(
    'is not %j',
    async (bytes) => {
      expect(await codeOf(() => splitBundle(Uint8Array.from(bytes)))).toBe('malformed-bundle');
    },
  );
});
