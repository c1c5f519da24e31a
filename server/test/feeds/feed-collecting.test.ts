import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectFeed, type CollectionResult } from '../../src/features/feeds/collecting/collect-feed.js';
import { collectFeeds, type CollectOptions } from '../../src/features/feeds/collecting/collect-feeds.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { listEveryFeed } from '../../src/features/feeds/feed-store.js';
import { parseDay } from '../../src/platform/time/days.js';
import { readMonth } from '../../src/platform/time/months.js';
import { findServerInLineage } from '../../src/features/servers/server-store.js';
import type { Source } from '../../src/sources/source.js';
import type { Json } from '../support/api-client.js';
import { expectBooksInBalance } from '../support/books.js';
import { collectingEnv, depositsOf, openPrintShop, type PrintShop } from '../support/print-shop.js';
import { until } from '../support/until.js';
import { startWorld, type Member, type World } from '../support/world.js';

let world: World;
let member: Member;
let shop: PrintShop;
let feed: Json;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
});
beforeEach(async () => {
  at('2026-10-01T21:22:00Z');
  member = await world.member('customer', world.channel);
  shop = await openPrintShop({ a: 1_000, b: 70 });
  feed = await shop.feed(member);
});
afterEach(() => shop.close());
afterAll(async () => {
  await expectBooksInBalance(world.server);
  await world.stop();
});

const at = (time: string): void => {
  world.server.setNow(time);
};
const context = () => world.server.running.instance.context;
const collect = async (options: CollectOptions = {}): Promise<CollectionResult | undefined> =>
  (await collectFeeds(context(), { id: feed.id, ...options }))[0];
const collectOn = (day: string, time = '21:22:00'): Promise<CollectionResult | undefined> => {
  at(`${day}T${time}Z`);
  return collect();
};
const deposits = (): Promise<[number, string][]> => depositsOf(member, feed);
const notes = async (): Promise<(string | null)[]> =>
  (
    await world.server.sql<{ note: string | null }>(
      `select note from feed_readings where feed_id = $1 and device = 'a' order by read_at`,
      [feed.id],
    )
  ).map(({ note }) => note);

describe('A feed that is collected', () => {
  it('starts with its first reading, and deposits the difference from then on', async () => {
    expect(await collect()).toMatchObject({ outcome: 'collected', devices: 2, pages: 0, deposit: null });
    shop.print('a', 30);
    shop.print('b', 5);
    expect(await collectOn('2026-10-02')).toMatchObject({ outcome: 'collected', devices: 2, pages: 35 });
    expect(await collectOn('2026-10-03')).toMatchObject({ outcome: 'collected', pages: 0, deposit: null });
    shop.print('b', 1);
    await collectOn('2026-10-04');
    expect(await deposits()).toEqual([
      [35, '2026-10-02'],
      [1, '2026-10-04'],
    ]);
  });

  it('deposits sheets of the default paper, with the time of the collection', async () => {
    await collect();
    shop.print('a', 30);
    await collectOn('2026-10-02');
    expect((await member.api.get('/deposits')).body).toEqual([
      {
        id: expect.any(String),
        account_id: member.id,
        feed_id: feed.id,
        date: '2026-10-02T21:22:00Z',
        pages: 30,
        width: 0.2159,
        length: 0.2794,
        gsm: 75,
      },
    ]);
  });

  it('has one deposit a day, which grows', async () => {
    await collect();
    for (const [time, pages] of [
      ['01:00:00', 4],
      ['21:22:00', 10],
      ['23:59:59', 100],
    ] as const) {
      shop.print('a', pages);
      await collectOn('2026-10-02', time);
    }
    shop.print('a', 1_000);
    await collectOn('2026-10-03', '00:00:00');
    expect(await deposits()).toEqual([
      [114, '2026-10-02'],
      [1_000, '2026-10-03'],
    ]);
  });

  it('deposits the pages of a week without readings at once', async () => {
    await collect();
    for (let day = 0; day < 7; day++) shop.print('a', 10);
    await collectOn('2026-10-08');
    expect(await deposits()).toEqual([[70, '2026-10-08']]);
  });

  it('counts the pages of a device that was unreachable, and starts a baseline for its replacement', async () => {
    await collect();
    shop.totals.delete('b');
    shop.print('a', 1);
    await collectOn('2026-10-02');
    shop.totals.set('b', 80);
    await collectOn('2026-10-03');
    shop.totals.delete('b');
    shop.totals.set('c', 50_000);
    await collectOn('2026-10-04');
    shop.print('c', 3);
    await collectOn('2026-10-05');
    expect(await deposits()).toEqual([
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
    await collect();
    for (const [day, total] of totals.entries()) {
      shop.totals.set('a', total);
      await collectOn(`2026-10-0${day + 2}`);
    }
    expect((await deposits()).map(([deposited]) => deposited)).toEqual(pages);
    expect(await notes()).toEqual(noted);
  });

  it('reports a reset, and records it in the audit trail', async () => {
    await collect();
    shop.totals.set('a', 12);
    expect(await collectOn('2026-10-02')).toMatchObject({ pages: 0, resets: ['a'] });
    const entries = await world.server.sql(
      `select after from audit_entries where action = 'feed.reset' and subject_id = $1`,
      [feed.id],
    );
    expect(entries).toEqual([{ after: { devices: ['a'] } }]);
  });

  it.each([
    ['all', 34],
    ['managed_only', 30],
  ])('counts unmanaged devices according to its scope: %s', async (scope, pages) => {
    feed = await shop.feed(member, { collection_scope: scope });
    shop.unmanaged.add('a');
    await collect();
    shop.print('a', 4);
    shop.print('b', 30);
    expect(await collectOn('2026-10-02')).toMatchObject({ devices: 2, pages });
    expect(await notes()).toEqual(scope === 'all' ? ['baseline', null] : ['baseline', 'unmanaged']);
  });

  it('creates a new deposit if that of the day was deleted', async () => {
    await collect();
    shop.print('a', 30);
    const first = await collectOn('2026-10-02');
    const id = first?.outcome === 'collected' ? (first.deposit?.id ?? '') : '';
    expect((await member.api.delete(`/deposits/${id}`)).status).toBe(200);
    shop.print('a', 4);
    await collectOn('2026-10-02', '22:22:00');
    expect(await deposits()).toEqual([[4, '2026-10-02']]);
  });
});

describe('The day of a deposit', () => {
  const on = (day: string): CollectOptions => ({ day: parseDay(day) });

  it('can be set, and the deposit of that day grows', async () => {
    await collect();
    shop.print('a', 3);
    await collectOn('2026-10-02');
    at('2026-10-05T08:00:00Z');
    shop.print('a', 20);
    await collect(on('2026-10-02'));
    shop.print('a', 100);
    await collect(on('2026-10-03'));
    shop.print('a', 1_000);
    await collect(on('2026-10-06'));
    expect(await deposits()).toEqual([
      [23, '2026-10-02'],
      [100, '2026-10-03'],
      [1_000, '2026-10-06'],
    ]);
  });

  it('is the day on which each device was read, if the collection runs past midnight', async () => {
    await collect();
    const { server_id } = feed;
    const server = await findServerInLineage(context().db, [member.account.id], server_id);
    const [row] = await listEveryFeed(context().db, { id: feed.id });
    if (!row) throw new Error('The feed is gone');
    const source: Source = {
      defaultPorts: { 'http:': 80 },
      needsExternalId: false,
      async *read() {
        at('2026-10-02T23:59:59Z');
        yield await Promise.resolve({ device: 'a', total: 1_030, unit: 'impressions' });
        at('2026-10-03T00:00:00Z');
        yield { device: 'b', total: 75, unit: 'impressions' };
      },
    };
    const options = { day: undefined, stopping: undefined };
    const collected = await collectFeed(context(), row, { source, server }, options);
    expect(collected).toMatchObject({ pages: 35, deposit: { pages: 5 } });
    expect(await deposits()).toEqual([
      [30, '2026-10-02'],
      [5, '2026-10-03'],
    ]);
  });

  it('is today if its month is closed', async () => {
    await collect();
    shop.print('a', 3);
    await collectOn('2026-10-30');
    at('2026-11-01T00:15:00Z');
    await closeMonth(context(), readMonth('2026-10'));
    shop.print('a', 20);
    expect(await collect(on('2026-10-30'))).toMatchObject({ outcome: 'collected', pages: 20 });
    expect(await deposits()).toEqual([
      [3, '2026-10-30'],
      [20, '2026-11-01'],
    ]);
  });
});

describe('A feed does not collect, and its source is not read,', () => {
  const restings: Record<string, { off: () => Promise<unknown>; on: () => Promise<unknown>; says: string }> =
    {
      'while it is inactive': {
        off: () => member.api.post(`/feeds/${feed.id}/deactivate`),
        on: () => member.api.post(`/feeds/${feed.id}/activate`),
        says: 'the feed is inactive',
      },
      'while its account is inactive': {
        off: () => world.channel.api.post(`/accounts/${member.id}/deactivate`),
        on: () => world.channel.api.post(`/accounts/${member.id}/activate`),
        says: 'the account is inactive',
      },
    };

  it.each(Object.entries(restings))('%s; its pages are counted afterwards', async (_, resting) => {
    await collect();
    await resting.off();
    shop.print('a', 30);
    const asked = shop.asked();
    expect(await collectOn('2026-10-02')).toMatchObject({ outcome: 'skipped', message: resting.says });
    expect(shop.asked()).toBe(asked);
    await resting.on();
    shop.print('a', 4);
    await collectOn('2026-10-03');
    expect(await deposits()).toEqual([[34, '2026-10-03']]);
  });

  it.each(Object.entries(restings))('nor deposit readings that arrive %s', async (_, resting) => {
    await collect();
    shop.print('a', 30);
    const asked = shop.asked();
    shop.hold(until(() => shop.asked() > asked).then(resting.off));
    expect(await collectOn('2026-10-02')).toMatchObject({ outcome: 'skipped', message: resting.says });
    await resting.on();
    await collectOn('2026-10-03');
    expect(await deposits()).toEqual([[30, '2026-10-03']]);
  });

  it('before its activation', async () => {
    feed = await shop.feed(member, { activated_at: '2026-10-02' });
    const asked = shop.asked();
    expect(await collect()).toMatchObject({ outcome: 'skipped', message: 'the feed begins later' });
    expect(shop.asked()).toBe(asked);
    expect(await collectOn('2026-10-02', '00:00:00')).toMatchObject({ outcome: 'collected' });
  });

  it('once it is deleted, even while its source is being read; its deposits stay', async () => {
    await collect();
    shop.print('a', 30);
    await collectOn('2026-10-02');
    shop.print('a', 4);
    const asked = shop.asked();
    shop.hold(until(() => shop.asked() > asked).then(() => member.api.delete(`/feeds/${feed.id}`)));
    expect(await collectOn('2026-10-03')).toMatchObject({
      outcome: 'skipped',
      message: 'the feed was deleted',
    });
    expect(await collect()).toBeUndefined();
    expect(await deposits()).toEqual([[30, '2026-10-02']]);
  });
});
