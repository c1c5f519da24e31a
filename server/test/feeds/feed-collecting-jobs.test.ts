import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectLedgerInBalance } from '../support/ledger.js';
import { dailyFeed, type DailyFeed } from '../support/daily-feed.js';
import { type Cups, cupsd, startCups } from '../support/cups.js';
import { integer, text } from '../support/ipp-message.js';
import {
  type IppPrinter,
  jobsResponse,
  printerResponse,
  operations,
  startIppPrinter,
} from '../support/ipp-printer.js';
import { printByIpp } from '../support/print-by-ipp.js';
import { collectingEnv } from '../support/print-server.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
});
beforeEach(async () => {
  world.server.setNow('2026-10-01T08:00:00Z');
  member = await world.newAccount('customer', world.channel);
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

describe('A feed of a printer that has no counter and forgets its jobs', () => {
  let printer: IppPrinter;
  let feed: DailyFeed;
  beforeAll(async () => {
    printer = await startIppPrinter();
  });
  afterAll(() => printer.close());

  type Job = readonly [id: number, sheets: number | undefined, impressions?: number];
  const show = (finished: readonly Job[], waiting: readonly number[] = [], counter?: number): void => {
    const count = (name: string, value: number | undefined) =>
      value === undefined ? [] : [integer(name, value)];
    printer.respondWith(({ operation, words }) => {
      if (operation !== operations.getJobs)
        return printerResponse(
          text('printer-serial-number', 'J-1'),
          ...count('printer-media-sheets-completed', counter),
        );
      if (words.includes('not-completed'))
        return jobsResponse(...waiting.map((id) => [integer('job-id', id)]));
      return jobsResponse(
        ...finished.map(([id, sheets, impressions]) => [
          integer('job-id', id),
          ...count('job-media-sheets-completed', sheets),
          ...count('job-impressions-completed', impressions),
        ]),
      );
    });
  };
  const next = async (...shown: Parameters<typeof show>): Promise<number> => {
    show(...shown);
    return feed.collect();
  };
  const begin = async (...shown: Parameters<typeof show>): Promise<void> => {
    show(...shown);
    feed = await dailyFeed(world, member, { type: 'ipp', url: `ipp://127.0.0.1:${printer.port}` }, '/a');
    expect(await feed.collect()).toBe(0);
  };

  it('counts every job once', async () => {
    await begin([
      [7, 100],
      [8, 200],
    ]);
    expect(
      await next(
        [
          [8, 200],
          [10, 30],
        ],
        [9, 11],
      ),
    ).toBe(30);
    expect(await next([[10, 30]], [9, 11])).toBe(0);
    expect(
      await next([
        [9, 4],
        [11, 5],
        [12, 6],
      ]),
    ).toBe(15);
    expect(await next([])).toBe(0);
    expect(await next([[13, 1]])).toBe(1);
    expect(await feed.deposited()).toBe(46);
  });

  it('starts at zero if there is no job yet, in the unit of the first jobs', async () => {
    await begin([]);
    expect(await next([[1, 3, 5]])).toBe(3);
    expect(
      await next([
        [1, 3, 5],
        [2, 4, 8],
      ]),
    ).toBe(4);
    await begin([]);
    expect(await next([[1, undefined, 5]])).toBe(5);
  });

  it('continues if jobs report another unit, also one that they have reported before', async () => {
    await begin([[1, 100]]);
    expect(await next([[2, 10]])).toBe(10);
    expect(await next([[3, undefined, 7]])).toBe(0);
    expect(await next([[4, 5]])).toBe(12);
    for (const id of [5, 6, 7, 8]) await next([[id, undefined, 6]]);
    expect(await feed.deposited()).toBe(10 + 12 + 24);
  });

  it('starts with a new baseline if the printer restarts its job numbers', async () => {
    await begin([[90, 100]]);
    expect(await next([[91, 10]])).toBe(10);
    expect(await next([[1, 500]])).toBe(0);
    expect(await feed.notes()).toEqual({ 'J-1 jobs': 'baseline' });
    expect(
      await next([
        [1, 500],
        [2, 7],
      ]),
    ).toBe(7);
  });

  it('does not count a page both by a job and by a counter', async () => {
    await begin([[1, 100]], [], 1_000);
    expect(await next([[2, 10]])).toBe(0);
    expect(await next([[3, 10]])).toBe(0);
    expect(await feed.notes()).toEqual({ [`J-1 jobs (127.0.0.1:${printer.port}/a)`]: 'incomplete' });
    expect(await next([[3, 10]], [], 1_020)).toBe(20);
  });

  it('counts a job once if two collections run at the same time', async () => {
    await begin([[1, 100]]);
    const first = feed.collect();
    show([[2, 10]]);
    const pages = await Promise.all([first, feed.collect(), feed.collect()]);
    expect(pages.reduce((sum, one) => sum + one, 0) + (await feed.collect())).toBe(10);
  });
});

describe.skipIf(cupsd.missing)('A feed of CUPS queues, which share one sequence of job numbers', () => {
  let cups: Cups;
  beforeAll(async () => {
    cups = await startCups(['Lobby', 'Upstairs']);
  });
  afterAll(() => cups.stop());

  it('counts the pages of each', async () => {
    const server = `ipp://127.0.0.1:${cups.port}`;
    const print = (queue: string, pages: number): Promise<void> =>
      printByIpp(`${server}/printers/${queue}`, {
        type: 'application/vnd.cups-raw',
        content: Buffer.from(String(pages)),
      });
    const feed = await dailyFeed(world, member, { type: 'ipp', url: server }, 'Lobby,Upstairs');
    expect(await feed.collect()).toBe(0);
    for (const [queue, pages] of [
      ['Lobby', 3],
      ['Upstairs', 10],
      ['Lobby', 4],
    ] as const)
      await print(queue, pages);
    let counted = 0;
    await expect.poll(async () => (counted += await feed.collect())).toBe(17);
    await print('Upstairs', 20);
    await expect.poll(async () => (counted += await feed.collect())).toBe(37);
    expect(await feed.collect()).toBe(0);
    expect(await feed.deposited()).toBe(37);
  });
});
