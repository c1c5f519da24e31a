import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { formatCheckpoint } from '../../server/src/platform/tlog/format.js';
import { treeRoot } from '../../server/src/platform/tlog/prove.js';
import { formatNote, signNote, type Signer } from '../../server/src/platform/tlog/sign.js';
import { joinBundle } from '../../server/src/platform/tlog/tiles.js';
import { openLog, setSha256, type FetchResource } from '../src/index.js';
import { origin, someEntries } from './support/example-log.js';
import { signerOf } from './support/keys.js';
import { leafOf, rootOf, useNodeHash } from './support/reference.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is in use. How much a process holds besides depends on when it collects garbage, and so on the machine. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, external } = memoryUsage();
  return heapUsed + external;
}

beforeAll(useNodeHash);
afterAll(() => setSha256());

describe('an audit of 250,000 entries', () => {
  it('keeps no more than a part of it', async () => {
    const signer = await signerOf(origin, 1);
    // All bundles but the last are the same, so that the test itself needs little.
    const bundle = someEntries(256);
    const size = 250_000;
    const leaves = bundle.map(leafOf);
    const full = rootOf(leaves);
    const root = await treeRoot(size, (level, index) => {
      const first = (index * 2 ** level) % 256;
      return rootOf(
        level < 8
          ? leaves.slice(first, first + 2 ** level)
          : Array.from({ length: 2 ** (level - 8) }, () => full),
      );
    });
    const text = formatCheckpoint({ origin, size, root });
    const checkpoint = Buffer.from(formatNote(text, await signNote(text, signer)));
    const rowAbove = Array.from({ length: 256 }, () => full);
    const rows = [leaves, rowAbove, Array.from({ length: 256 }, () => rootOf(rowAbove))];
    let peak = 0;
    let fetched = 0;
    const before = usedBytes();
    const fetchResource: FetchResource = (path) => {
      if (++fetched % 200 === 0) peak = Math.max(peak, usedBytes() - before);
      if (path === 'checkpoint') return Promise.resolve(checkpoint);
      const [, level = '', width = '256'] = /^tile\/(\w+)\/[x\d/]+(?:\.p\/(\d+))?$/.exec(path) ?? [];
      if (level === 'entries') return Promise.resolve(joinBundle(bundle.slice(0, Number(width))));
      return Promise.resolve(Buffer.concat((rows[Number(level)] ?? []).slice(0, Number(width))));
    };
    expect(await countOf(fetchResource, signer)).toBe(size);
    // Hashes of all entries, each an object, would be more.
    expect(fetched).toBeGreaterThan(size / 256);
    expect(peak).toBeLessThan(16e6);
  });

  async function countOf(fetchResource: FetchResource, signer: Signer): Promise<number> {
    const { entries } = await openLog({ fetchResource, keys: [signer.key] });
    let count = 0;
    for await (const { index } of entries()) if (index === count) count++;
    return count;
  }
});
