import { openCheckpoint, tilePath, widthOfTile } from '@regrove/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPendingEntries } from '../../src/features/log/append-pending-entries.js';
import { AlterableLog } from '../support/alterable-log.js';
import { fetchPage, type PageResponse } from '../support/public-pages.js';

let log: AlterableLog;
beforeAll(async () => {
  log = await AlterableLog.open();
}, 120_000);
afterAll(() => log.world.stop());

const get = (path: string): Promise<PageResponse> => fetchPage(log.world, `/log/${path}`);
const cachingOf = ({ status, headers }: PageResponse): unknown[] => [status, headers['cache-control']];
const signedSize = async (): Promise<number> => {
  const { text } = await get('checkpoint');
  return (await openCheckpoint(text, { keys: [await log.auditor.key()] })).size;
};
/** All at the end of a log of this size, and a complete one. */
const pathsOf = (size: number): string[] => [
  tilePath(0, 0, 256),
  tilePath('entries', 0, 256),
  tilePath(0, 1, widthOfTile(0, 1, size)),
  tilePath('entries', 1, widthOfTile('entries', 1, size)),
  tilePath(1, 0, 1),
];

const kept = [200, 'public, max-age=31536000, immutable'];
const none = [404, 'no-store'];

describe('Tiles', () => {
  it('may be kept by caches for ever, complete or not, and stay the same when the log grows', async () => {
    const paths = pathsOf(await signedSize());
    const before = await Promise.all(paths.map(get));
    for (const tile of before) expect(cachingOf(tile)).toEqual(kept);
    await log.world.distributor.api.post('/biomass/offsets', { pages: 7 });
    await log.keep();
    for (const [at, path] of paths.entries()) {
      const after = await get(path);
      expect(cachingOf(after)).toEqual(kept);
      expect(after.body).toEqual(before[at]?.body);
    }
  });

  it('are not there before a checkpoint has signed them, so that no cache keeps what may change', async () => {
    const size = await signedSize();
    await log.world.distributor.api.post('/biomass/offsets', { pages: 8 });
    expect(await appendPendingEntries(log.world.server.running.instance.context)).toBe(true);
    const unsigned = pathsOf(size + 1).filter((path) => !pathsOf(size).includes(path));
    expect(unsigned).toHaveLength(2);
    for (const path of unsigned) expect(cachingOf(await get(path))).toEqual(none);
    for (const path of pathsOf(size)) expect(cachingOf(await get(path))).toEqual(kept);
    // Neither is what would be complete later.
    for (const path of [tilePath(0, 1, 256), tilePath(0, 2, 1), tilePath(2, 0, 1)])
      expect(cachingOf(await get(path))).toEqual(none);
    await log.keep();
    expect(await signedSize()).toBe(size + 1);
    for (const path of unsigned) expect(cachingOf(await get(path))).toEqual(kept);
  });
});
