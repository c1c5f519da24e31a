import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPushFeed, pagesOf, type PushFeed } from '../support/readings.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(() => world.stop());

const at = (time: string): void => world.server.setNow(`2026-03-${time}:00Z`);

/** Sends one reading per hour for one device, and returns the pages of each. */
async function walk(feed: PushFeed, totals: readonly number[], more: object = {}): Promise<number[]> {
  const pages: number[] = [];
  for (const [hour, total] of totals.entries()) {
    world.server.setNow(new Date(Date.UTC(2026, 2, 5, hour)));
    pages.push(await pagesOf(feed.push([{ device: 'A', total, ...more }])));
  }
  return pages;
}

describe('Readings that are sent', () => {
  it('begin with a baseline, without a deposit', async () => {
    const feed = await createPushFeed(world);
    const { status, body } = await feed.push([{ device: 'A', total: 120_000 }]);
    expect({ status, body }).toEqual({ status: 200, body: { devices: 1, pages: 0, deposit: null } });
    expect(await feed.deposits()).toEqual([]);
  });

  it('deposit the difference from the previous reading, on default paper, with the time of the reading', async () => {
    const feed = await createPushFeed(world);
    at('05T10:00');
    await feed.push([{ device: 'A', total: 1_000 }]);
    at('05T11:30');
    const { body } = await feed.push([{ device: 'A', total: 1_250 }]);
    const deposit = {
      id: expect.any(String),
      account_id: feed.owner.id,
      feed_id: feed.id,
      date: '2026-03-05T11:30:00Z',
      pages: 250,
      width: 0.2159,
      length: 0.2794,
      gsm: 75,
    };
    expect(body).toEqual({ devices: 1, pages: 250, deposit });
    expect(await feed.deposits()).toEqual([body.deposit]);
    expect((await feed.owner.api.get(`/deposits/${body.deposit.id}`)).body).toEqual(body.deposit);
  });

  it('of several devices add up, and a new device starts with a baseline', async () => {
    const feed = await createPushFeed(world);
    await feed.push([
      { device: 'A', total: 100 },
      { device: 'B', total: 7_000 },
    ]);
    const { body } = await feed.push([
      { device: 'A', total: 103 },
      { device: 'B', total: 7_040 },
      { device: 'C', total: 900 },
    ]);
    expect(body).toMatchObject({ devices: 3, pages: 43, deposit: { pages: 43 } });
  });

  it('without new pages create no deposit', async () => {
    const feed = await createPushFeed(world);
    expect(await walk(feed, [500, 500, 500])).toEqual([0, 0, 0]);
    expect(await feed.deposits()).toEqual([]);
  });

  it('have one deposit a day, which grows, and another one the next day', async () => {
    const feed = await createPushFeed(world);
    const days = ['05T08:00', '05T09:00', '05T23:59', '06T00:00', '06T12:00'] as const;
    const ids: string[] = [];
    at('05T07:00');
    await feed.push([{ device: 'A', total: 0 }]);
    for (const [index, time] of days.entries()) {
      at(time);
      ids.push((await feed.push([{ device: 'A', total: 10 * (index + 1) }])).body.deposit.id);
    }
    const [first = '', , , second = ''] = ids;
    expect(ids).toEqual([first, first, first, second, second]);
    expect(await feed.deposits()).toMatchObject([
      { id: second, pages: 20, date: '2026-03-06T00:00:00Z' },
      { id: first, pages: 30, date: '2026-03-05T08:00:00Z' },
    ]);
  });

  it('of two feeds go into separate deposits', async () => {
    const one = await createPushFeed(world);
    const other = await createPushFeed(world, { owner: one.owner });
    at('05T08:00');
    for (const total of [1, 2]) for (const feed of [one, other]) await feed.push([{ device: 'A', total }]);
    const feeds = (await one.deposits()).map(({ feed_id, pages }) => [feed_id, pages]);
    expect(feeds.sort()).toEqual([[one.id, 1] as const, [other.id, 1] as const].sort());
  });

  it('count the pages of missed days on the day of the reading', async () => {
    const feed = await createPushFeed(world);
    at('05T08:00');
    await feed.push([{ device: 'A', total: 100 }]);
    at('09T08:00');
    await feed.push([{ device: 'A', total: 500 }]);
    expect(await feed.deposits()).toMatchObject([{ pages: 400, date: '2026-03-09T08:00:00Z' }]);
  });
});

describe('A counter', () => {
  it.each([
    ['that falls by 10 keeps its mark', [1_000, 990, 995, 1_005], [0, 0, 0, 5], 'dip'],
    ['that falls by 11 starts again', [1_000, 989, 1_000], [0, 0, 11], 'reset'],
    ['that was reset starts again', [50_000, 20, 120], [0, 0, 100], 'reset'],
    ['that falls from 995,000 was reset', [995_000, 4_000, 4_100], [0, 0, 100], 'reset'],
    ['that falls from its last six digits to 0 was reset', [999_999, 0, 1], [0, 0, 1], 'reset'],
    ['that falls from 24 bits was reset', [2 ** 24 - 16, 84, 85], [0, 0, 1], 'reset'],
    ['that falls from 32 bits was reset', [2 ** 32 - 6, 4, 5], [0, 0, 1], 'reset'],
    ['that falls by 10 over 1,000,000 keeps its mark', [1_000_005, 999_995, 1_000_006], [0, 0, 1], 'dip'],
    ['may rise by 100 million', [0, 100_000_000], [0, 100_000_000], null],
    ['that rises by more was set to something else', [0, 100_000_001, 100_000_002], [0, 0, 1], 'reset'],
  ])('%s', async (_, totals, pages, note) => {
    const feed = await createPushFeed(world);
    expect(await walk(feed, totals)).toEqual(pages);
    const kept = await feed.storedReadings();
    expect(kept.map(({ total }) => total)).toEqual(totals);
    expect(kept.map((reading) => reading.pages)).toEqual(pages);
    expect(kept.slice(0, 2).map((reading) => reading.note)).toEqual(['baseline', note]);
    const sum = pages.reduce((all, one) => all + one);
    expect((await feed.deposits()).map((deposit) => deposit.pages)).toEqual(sum === 0 ? [] : [sum]);
  });

  it('that was reset is recorded in the audit trail', async () => {
    const feed = await createPushFeed(world);
    await walk(feed, [50_000, 20]);
    const entries = await world.server.sql(
      `select after from audit_entries where subject_id = $1 and action = 'feed.reset'`,
      [feed.id],
    );
    expect(entries).toEqual([{ after: { devices: ['A'] } }]);
  });

  it('with another serial number belongs to another device', async () => {
    const feed = await createPushFeed(world);
    for (const device of ['A', 'a', 'A1']) await feed.push([{ device, total: 5_000 }]);
    expect(await feed.deposits()).toEqual([]);
    expect(await pagesOf(feed.push([{ device: ' A ', total: 5_001 }]))).toBe(1);
  });
});

describe('A reading', () => {
  it.each([
    ['with the time of the reading', { read_at: '2026-03-05T10:00:00Z' }],
    ['without a time', {}],
  ])('that is sent again is counted once, %s', async (_, more) => {
    const feed = await createPushFeed(world);
    at('05T09:00');
    await feed.push([{ device: 'A', total: 100 }]);
    const pages: number[] = [];
    for (const time of ['05T10:00', '05T10:00', '05T10:30']) {
      at(time);
      pages.push(await pagesOf(feed.push([{ device: 'A', total: 160, ...more }])));
    }
    expect(pages).toEqual([60, 0, 0]);
    expect(await feed.deposits()).toMatchObject([{ pages: 60 }]);
  });

  it('that is in a push twice is counted once', async () => {
    const feed = await createPushFeed(world);
    await feed.push([{ device: 'A', total: 100 }]);
    const again = { device: 'A', total: 160 };
    expect((await feed.push([again, again])).body).toMatchObject({ devices: 1, pages: 60 });
  });

  it('that is late adds nothing, and does not affect later ones', async () => {
    const feed = await createPushFeed(world);
    at('05T20:00');
    const readings = [
      ['10:00', 100],
      ['12:00', 300],
      ['11:00', 200],
      ['11:30', 20],
      ['13:00', 310],
    ] as const;
    const pages = [];
    for (const [hour, total] of readings)
      pages.push(await pagesOf(feed.push([{ device: 'A', total, read_at: `2026-03-05T${hour}:00Z` }])));
    expect(pages).toEqual([0, 200, 0, 0, 10]);
    const notes = (await feed.storedReadings()).map(({ note }) => note);
    expect(notes).toEqual(['baseline', 'late', 'late', null, null]);
  });

  it('with the same time counts a higher total, and ignores a lower one', async () => {
    const feed = await createPushFeed(world);
    at('05T12:00');
    const pages = [];
    for (const total of [100, 150, 120, 147, 160])
      pages.push(await pagesOf(feed.push([{ device: 'A', total }])));
    expect(pages).toEqual([0, 50, 0, 0, 10]);
    expect(await feed.storedReadings()).toMatchObject([{ total: 160, pages: 60 }]);
  });

  it('in a push is ordered by its time, whatever its position', async () => {
    const feed = await createPushFeed(world);
    at('05T20:00');
    const read = (hour: number, total: number) => ({
      device: 'A',
      total,
      read_at: `2026-03-05T${String(hour)}:00:00Z`,
    });
    expect(await pagesOf(feed.push([read(13, 300), read(11, 100), read(12, 200)]))).toBe(200);
    expect(await feed.deposits()).toMatchObject([{ pages: 200, date: '2026-03-05T13:00:00Z' }]);
  });

  it.each([
    ['managed_only', [0, 0, 0, 20, 30, 0]],
    ['all', [0, 100, 0, 50, 30, 10]],
  ])('of a device that is not managed, in a feed of %s', async (collection_scope, expected) => {
    const feed = await createPushFeed(world, { collection_scope });
    const pages = [];
    for (const [hour, [total, managed]] of (
      [
        [100, false],
        [200, false],
        [30, false],
        [collection_scope === 'all' ? 80 : 50, true],
        [collection_scope === 'all' ? 110 : 80, undefined],
        [collection_scope === 'all' ? 120 : 90, false],
      ] as const
    ).entries()) {
      world.server.setNow(new Date(Date.UTC(2026, 2, 5, hour)));
      pages.push(await pagesOf(feed.push([{ device: 'A', total, managed }])));
    }
    expect(pages).toEqual(expected);
  });

  it('of an unmanaged device only moves its mark up, so that nothing is counted twice', async () => {
    const feed = await createPushFeed(world, { collection_scope: 'managed_only' });
    await walk(feed, [100, 200, 195], { managed: false });
    at('06T00:00');
    expect(await pagesOf(feed.push([{ device: 'A', total: 210, managed: true }]))).toBe(10);
  });
});
