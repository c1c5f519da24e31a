import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPushFeed, pagesOf } from '../support/readings.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.server.setNow(undefined));
afterAll(() => world.stop());

const sheets = (total: number) => ({ device: 'A', total, unit: 'sheets' });
const impressions = (total: number) => ({ device: 'A', total, unit: 'impressions' });

describe('A reading', () => {
  it('of impressions is counted until the device reports sheets; from then on only sheets are', async () => {
    const feed = await createPushFeed(world);
    const both = (impressions: number, sheets: number) => [
      { device: 'A', total: sheets, unit: 'sheets' },
      { device: 'A', total: impressions, unit: 'impressions' },
    ];
    const pushes = [
      [{ device: 'A', total: 100, unit: 'impressions' }],
      [{ device: 'A', total: 200, unit: 'impressions' }],
      both(250, 40),
      both(300, 60),
      [{ device: 'A', total: 400, unit: 'impressions' }],
      [{ device: 'A', total: 75 }],
      [{ device: 'B', total: 9, unit: 'impressions' }],
      [{ device: 'B', total: 10, unit: 'impressions' }],
    ];
    const pages = [];
    for (const [hour, readings] of pushes.entries()) {
      world.server.setNow(new Date(Date.UTC(2026, 2, 5, hour)));
      pages.push(await pagesOf(feed.push(readings)));
    }
    expect(pages).toEqual([0, 100, 50, 20, 0, 15, 0, 1]);
    expect((await feed.push(both(401, 76))).body.devices).toBe(1);
  });

  it('of both units counts sheets from the first day on', async () => {
    const feed = await createPushFeed(world);
    const read = (unit: string, total: number) => ({ device: 'A', total, unit });
    await feed.push([read('impressions', 1_000), read('sheets', 600)]);
    expect(await pagesOf(feed.push([read('impressions', 1_100), read('sheets', 655)]))).toBe(55);
  });

  it('of impressions is counted after two days without sheets', async () => {
    const feed = await createPushFeed(world);
    const days = [
      [impressions(1_000), sheets(600)],
      [impressions(1_100), sheets(655)],
      [impressions(1_110)],
      [impressions(1_130)],
      [impressions(1_160)],
      [impressions(1_200)],
      [impressions(1_250), sheets(780)],
      [impressions(1_350), sheets(800)],
    ];
    const pages = [];
    for (const [day, readings] of days.entries()) {
      world.server.setNow(new Date(Date.UTC(2026, 2, 5 + day)));
      pages.push(await pagesOf(feed.push(readings)));
    }
    // There are 125 more sheets, of which impressions have already counted 100.
    expect(pages).toEqual([0, 55, 0, 0, 60, 40, 25, 20]);
    const noted = (await feed.storedReadings())
      .filter(({ unit }) => unit === 'impressions')
      .map(({ note }) => note);
    const left = 'sheets_count';
    expect(noted).toEqual(['baseline', left, left, left, null, null, left, left]);
  });

  it('of sheets counts everything printed while the device was unreachable, even if impressions arrive first', async () => {
    const feed = await createPushFeed(world);
    const pages = [];
    for (const [time, reading] of [
      ['05T10:00', impressions(1_000)],
      ['05T10:01', sheets(600)],
      ['15T10:00', impressions(1_500)],
      ['15T10:01', sheets(900)],
    ] as const) {
      world.server.setNow(`2026-03-${time}:00Z`);
      pages.push(await pagesOf(feed.push([reading])));
    }
    expect(pages).toEqual([0, 0, 0, 300]);
  });

  it('of either unit may arrive in any order, for any number of days', async () => {
    const feed = await createPushFeed(world);
    world.server.setNow('2026-03-20T00:00:00Z');
    const on = (day: number, total: number) =>
      [sheets(total), impressions(2 * total)].map((reading) => ({
        ...reading,
        read_at: `2026-03-${day}T08:00:00Z`,
      }));
    const readings = [...on(19, 900), ...on(10, 100), ...on(14, 400)];
    expect(await pagesOf(feed.push(readings))).toBe(800);
    expect(await pagesOf(feed.push(readings.reverse()))).toBe(0);
  });
});
