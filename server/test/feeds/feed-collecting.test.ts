import { describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { collectFeed } from '../../src/features/feeds/collecting/collect-feed.js';
import type { CollectOptions } from '../../src/features/feeds/collecting/collect-feeds.js';
import { listEveryFeed } from '../../src/features/feeds/feed-store.js';
import { findServerInLineage } from '../../src/features/servers/server-store.js';
import { parseDay } from '../../src/platform/time/days.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Source } from '../../../printers/src/source.js';
import { useCollectedFeed } from '../support/collected-feed.js';

const fixture = useCollectedFeed();

const notes = async (): Promise<(string | null)[]> =>
  (
    await fixture.world.server.sql<{ note: string | null }>(
      `select note from feed_readings where feed_id = $1 and device = 'a' order by read_at`,
      [fixture.feed.id],
    )
  ).map(({ note }) => note);

describe('A feed that is collected', () => {
  it('starts with its first reading, and deposits the difference from then on', async () => {
    expect(await fixture.collect()).toMatchObject({
      outcome: 'collected',
      devices: 2,
      pages: 0,
      deposit: null,
    });
    fixture.printServer.print('a', 30);
    fixture.printServer.print('b', 5);
    expect(await fixture.collectOn('2026-10-02')).toMatchObject({
      outcome: 'collected',
      devices: 2,
      pages: 35,
    });
    expect(await fixture.collectOn('2026-10-03')).toMatchObject({
      outcome: 'collected',
      pages: 0,
      deposit: null,
    });
    fixture.printServer.print('b', 1);
    await fixture.collectOn('2026-10-04');
    expect(await fixture.deposits()).toEqual([
      [35, '2026-10-02'],
      [1, '2026-10-04'],
    ]);
  });

  it('deposits sheets of the default paper, with the time of the collection', async () => {
    await fixture.collect();
    fixture.printServer.print('a', 30);
    await fixture.collectOn('2026-10-02');
    expect((await fixture.member.api.get('/deposits')).body).toEqual([
      {
        id: expect.any(String),
        account_id: fixture.member.id,
        feed_id: fixture.feed.id,
        date: '2026-10-02T21:22:00Z',
        pages: 30,
        width: 0.2159,
        length: 0.2794,
        gsm: 75,
      },
    ]);
  });

  it('has one deposit a day, which grows', async () => {
    await fixture.collect();
    for (const [time, pages] of [
      ['01:00:00', 4],
      ['21:22:00', 10],
      ['23:59:59', 100],
    ] as const) {
      fixture.printServer.print('a', pages);
      await fixture.collectOn('2026-10-02', time);
    }
    fixture.printServer.print('a', 1_000);
    await fixture.collectOn('2026-10-03', '00:00:00');
    expect(await fixture.deposits()).toEqual([
      [114, '2026-10-02'],
      [1_000, '2026-10-03'],
    ]);
  });

  it('deposits the pages of a week without readings at once', async () => {
    await fixture.collect();
    for (let day = 0; day < 7; day++) fixture.printServer.print('a', 10);
    await fixture.collectOn('2026-10-08');
    expect(await fixture.deposits()).toEqual([[70, '2026-10-08']]);
  });

  it('counts the pages of a device that was unreachable, and starts a baseline for its replacement', async () => {
    await fixture.collect();
    fixture.printServer.totals.delete('b');
    fixture.printServer.print('a', 1);
    await fixture.collectOn('2026-10-02');
    fixture.printServer.totals.set('b', 80);
    await fixture.collectOn('2026-10-03');
    fixture.printServer.totals.delete('b');
    fixture.printServer.totals.set('c', 50_000);
    await fixture.collectOn('2026-10-04');
    fixture.printServer.print('c', 3);
    await fixture.collectOn('2026-10-05');
    expect(await fixture.deposits()).toEqual([
      [1, '2026-10-02'],
      [10, '2026-10-03'],
      [3, '2026-10-05'],
    ]);
  });

  it.each([
    ['a dip', [995, 1_004], [4], ['baseline', 'dip', null]],
    ['a reset', [12, 20], [8], ['baseline', 'reset', null]],
    ['a reset close to 1,000,000', [999_990, 15], [998_990], ['baseline', null, 'reset']],
  ])('counts %s correctly', async (_, totals, pages, noted) => {
    await fixture.collect();
    for (const [day, total] of totals.entries()) {
      fixture.printServer.totals.set('a', total);
      await fixture.collectOn(`2026-10-0${day + 2}`);
    }
    expect((await fixture.deposits()).map(([deposited]) => deposited)).toEqual(pages);
    expect(await notes()).toEqual(noted);
  });

  it('reports a reset, and records it in the audit trail', async () => {
    await fixture.collect();
    fixture.printServer.totals.set('a', 12);
    expect(await fixture.collectOn('2026-10-02')).toMatchObject({ pages: 0, resets: ['a'] });
    const entries = await fixture.world.server.sql(
      `select after from audit_entries where action = 'feed.reset' and subject_id = $1`,
      [fixture.feed.id],
    );
    expect(entries).toEqual([{ after: { devices: ['a'] } }]);
  });

  it.each([
    ['all', 34],
    ['managed_only', 30],
  ])('counts unmanaged devices according to its scope: %s', async (scope, pages) => {
    fixture.feed = await fixture.printServer.feed(fixture.member, { collection_scope: scope });
    fixture.printServer.unmanaged.add('a');
    await fixture.collect();
    fixture.printServer.print('a', 4);
    fixture.printServer.print('b', 30);
    expect(await fixture.collectOn('2026-10-02')).toMatchObject({ devices: 2, pages });
    expect(await notes()).toEqual(scope === 'all' ? ['baseline', null] : ['baseline', 'unmanaged']);
  });

  it('creates a new deposit if that of the day was deleted', async () => {
    await fixture.collect();
    fixture.printServer.print('a', 30);
    const first = await fixture.collectOn('2026-10-02');
    const id = first?.outcome === 'collected' ? (first.deposit?.id ?? '') : '';
    expect((await fixture.member.api.delete(`/deposits/${id}`)).status).toBe(200);
    fixture.printServer.print('a', 4);
    await fixture.collectOn('2026-10-02', '22:22:00');
    expect(await fixture.deposits()).toEqual([[4, '2026-10-02']]);
  });
});

describe('The day of a deposit', () => {
  const on = (day: string): CollectOptions => ({ day: parseDay(day) });

  it('can be set, and the deposit of that day grows', async () => {
    await fixture.collect();
    fixture.printServer.print('a', 3);
    await fixture.collectOn('2026-10-02');
    fixture.setNow('2026-10-05T08:00:00Z');
    fixture.printServer.print('a', 20);
    await fixture.collect(on('2026-10-02'));
    fixture.printServer.print('a', 100);
    await fixture.collect(on('2026-10-03'));
    fixture.printServer.print('a', 1_000);
    await fixture.collect(on('2026-10-06'));
    expect(await fixture.deposits()).toEqual([
      [23, '2026-10-02'],
      [100, '2026-10-03'],
      [1_000, '2026-10-06'],
    ]);
  });

  it('is the day on which each device was read, if the collection runs past midnight', async () => {
    await fixture.collect();
    const { server_id } = fixture.feed;
    const server = await findServerInLineage(fixture.context.db, [fixture.member.account.id], server_id);
    const [row] = await listEveryFeed(fixture.context.db, { id: fixture.feed.id });
    if (!row) throw new Error('The feed is gone');
    const source: Source = {
      defaultPorts: { 'http:': 80 },
      needsExternalId: false,
      async *read() {
        fixture.setNow('2026-10-02T23:59:59Z');
        yield await Promise.resolve({ device: 'a', total: 1_030, unit: 'impressions' });
        fixture.setNow('2026-10-03T00:00:00Z');
        yield { device: 'b', total: 75, unit: 'impressions' };
      },
    };
    const options = { day: undefined, stopping: undefined };
    const collected = await collectFeed(fixture.context, row, { source, server }, options);
    expect(collected).toMatchObject({ pages: 35, deposit: { pages: 5 } });
    expect(await fixture.deposits()).toEqual([
      [30, '2026-10-02'],
      [5, '2026-10-03'],
    ]);
  });

  it('is today if its month is closed', async () => {
    await fixture.collect();
    fixture.printServer.print('a', 3);
    await fixture.collectOn('2026-10-30');
    fixture.setNow('2026-11-01T00:15:00Z');
    await closeMonth(fixture.context, readMonth('2026-10'));
    fixture.printServer.print('a', 20);
    expect(await fixture.collect(on('2026-10-30'))).toMatchObject({ outcome: 'collected', pages: 20 });
    expect(await fixture.deposits()).toEqual([
      [3, '2026-10-30'],
      [20, '2026-11-01'],
    ]);
  });
});
