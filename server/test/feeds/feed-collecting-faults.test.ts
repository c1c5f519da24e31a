import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectFeed, type CollectionResult } from '../../src/features/feeds/collecting/collect-feed.js';
import { collectFeeds } from '../../src/features/feeds/collecting/collect-feeds.js';
import { listEveryFeed } from '../../src/features/feeds/feed-store.js';
import { collectFeedsTask } from '../../src/jobs/tasks/collect-feeds.js';
import { findServerInLineage } from '../../src/features/servers/server-store.js';
import type { Source } from '../../../printers/src/source.js';
import type { Json } from '../support/api-client.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { tableDigests } from '../support/table-digests.js';
import { closedPort } from '../support/ports.js';
import {
  collectingEnv,
  depositsOf,
  feedAt,
  startPrintServer,
  pagesDeposited,
  type PrintServer,
} from '../support/print-server.js';
import { startSilentListener } from '../support/silent-listener.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let printServer: PrintServer;
let feed: Json;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  await world.server.sql(`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception 'the disk is on fire'; end $$`);
});
beforeEach(async () => {
  member = await world.newAccount();
  printServer = await startPrintServer({ a: 1_000 });
  feed = await printServer.feed(member, { activated_at: '2020-01-01' });
});
// A test must not collect the feeds of another one.
afterEach(async () => {
  world.server.setNow(undefined);
  await printServer.close();
  await world.server.sql('delete from feeds');
});
afterAll(async () => {
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const context = () => world.server.running.instance.context;
const collect = async (id: string = feed.id): Promise<CollectionResult | undefined> =>
  (await collectFeeds(context(), { id }))[0];
const pagesOf = (of: Json = feed): Promise<number> => pagesDeposited(member, of);
const outcomes = (collected: readonly CollectionResult[]): Record<string, string> =>
  Object.fromEntries(collected.map(({ feed: { id }, outcome }) => [id, outcome]));

describe('Collecting the same feed several times at once', () => {
  it('counts every page once while the counter increases', async () => {
    await collect();
    for (let round = 0; round < 5; round++) {
      const collectors = Array.from({ length: 8 }, async (_, place) => {
        printServer.print('a', 1 + place);
        return collect();
      });
      for (const collected of await Promise.all(collectors))
        expect(collected).toMatchObject({ outcome: 'collected' });
    }
    await collect();
    const deposited = await depositsOf(member, feed);
    expect(await pagesOf()).toBe((printServer.totals.get('a') ?? 0) - 1_000);
    expect(new Set(deposited.map(([, day]) => day)).size).toBe(deposited.length);
  });

  it('ignores a total that arrives after a newer one', async () => {
    await collect();
    const beforePrinting = await collectHeld();
    printServer.print('a', 500);
    expect(await collect()).toMatchObject({ resets: [], pages: 500 });
    expect(await beforePrinting()).toMatchObject({ resets: [], pages: 0 });
    const beforeReset = await collectHeld();
    printServer.totals.set('a', 20);
    expect(await collect()).toMatchObject({ resets: ['a'], pages: 0 });
    expect(await beforeReset()).toMatchObject({ resets: [], pages: 0 });
    printServer.print('a', 3);
    await collect();
    expect(await pagesOf()).toBe(503);
  });

  /** Starts a collection whose source has read its totals. They arrive when the returned function is called. */
  async function collectHeld(): Promise<() => Promise<CollectionResult | undefined>> {
    const requestsBefore = printServer.requestCount();
    let release = (): void => undefined;
    printServer.delayUntil(new Promise<void>((resolve) => (release = resolve)));
    const collecting = collect();
    await until(
      'the print server to receive a request',
      () => printServer.requestCount(),
      (count) => count > requestsBefore,
    );
    printServer.delayUntil(Promise.resolve());
    return () => {
      release();
      return collecting;
    };
  }
});

describe('A transaction that fails', () => {
  it.each(['feed_readings', 'deposits', 'feed_days'])(
    'at %s changes nothing, and the next collection counts everything',
    async (table) => {
      await collect();
      printServer.print('a', 30);
      const before = await tableDigests(world.server);
      await world.server.sql(
        `create trigger fail after insert on ${table} for each row execute function fail()`,
      );
      const failed = await collect();
      await world.server.sql(`drop trigger fail on ${table}`);
      expect(failed).toMatchObject({ outcome: 'failed', message: expect.stringContaining('on fire') });
      expect(await tableDigests(world.server)).toEqual(before);
      printServer.print('a', 4);
      expect(await collect()).toMatchObject({ outcome: 'collected', pages: 34 });
      expect(await pagesOf()).toBe(34);
    },
  );

  it('fails its own feed only', async () => {
    const other = await startPrintServer({ z: 5 });
    const fine = await other.feed(member);
    await collectFeeds(context());
    for (const one of [printServer, other]) one.print(one === printServer ? 'a' : 'z', 10);
    await world.server.sql(
      `create trigger fail after insert on deposits for each row when (new.feed_id = '${feed.id}')
       execute function fail()`,
    );
    const collected = await collectFeeds(context());
    await world.server.sql('drop trigger fail on deposits');
    await other.close();
    expect(outcomes(collected)).toEqual({ [feed.id]: 'failed', [fine.id]: 'collected' });
    expect([await pagesOf(), await pagesOf(fine)]).toEqual([0, 10]);
  });
});

describe('A source that fails after some of its devices', () => {
  it('counts nothing, and does not change the health, since checks can read a device', async () => {
    const halfWay: Source = {
      defaultPorts: { 'http:': 80 },
      needsExternalId: false,
      async *read() {
        yield await Promise.resolve({ device: 'a', total: 2_000, unit: 'sheets' as const });
        throw new Error('the second page is torn');
      },
    };
    const [row] = await listEveryFeed(context().db, { id: feed.id });
    if (!row?.serverAccountId || !row.serverId) throw new Error('The feed has no server');
    const server = await findServerInLineage(context().db, [row.serverAccountId], row.serverId);
    const options = { day: undefined, stopping: undefined };
    const failed = await collectFeed(context(), row, { source: halfWay, server }, options);
    expect(failed).toMatchObject({ outcome: 'failed', message: 'the second page is torn' });
    expect((await member.api.get(`/feeds/${String(feed.id)}`)).body.health_check).toBe('healthy');
    await collect();
    printServer.print('a', 3);
    expect(await collect()).toMatchObject({ outcome: 'collected', pages: 3 });
  });
});

describe('A server that does not answer', () => {
  it('fails its own feed only', async () => {
    const gone = await feedAt(member, `http://127.0.0.1:${await closedPort()}`);
    const collected = await collectFeeds(context());
    expect(outcomes(collected)).toEqual({ [feed.id]: 'collected', [gone.id]: 'failed' });
    expect(collected.find(({ feed: { id } }) => id === gone.id)).toMatchObject({ reason: 'noAnswer' });
  });

  it('does not delay others, and is given up when the process stops', async () => {
    const silent = await startSilentListener();
    const dead = await feedAt(member, `http://127.0.0.1:${silent.port}`);
    const others = [feed, await printServer.feed(member), await printServer.feed(member)];
    const stopping = new AbortController();
    let isDone = false;
    const collecting = collectFeeds(context(), { signal: stopping.signal }).finally(() => (isDone = true));
    await until('all other feeds to be collected', async () => {
      const rows = await world.server.sql('select id from feeds where collected_at is not null');
      return rows.length === others.length;
    });
    expect(isDone).toBe(false);
    stopping.abort();
    expect(outcomes(await collecting)).toEqual({
      ...Object.fromEntries(others.map(({ id }) => [id, 'collected'])),
      [dead.id]: 'skipped',
    });
    await silent.close();
  });
});

describe('The hourly task', () => {
  const runAt = async (time: string): Promise<number> => {
    world.server.setNow(time);
    const requestsBefore = printServer.requestCount();
    const stopping = new AbortController().signal;
    await collectFeedsTask.run(context(), { payload: {}, stopping });
    return printServer.requestCount() - requestsBefore;
  };

  it('collects each feed once after 21:00 UTC, with the date of that time', async () => {
    const counts: number[] = [];
    for (const time of [
      '2026-10-01T20:22:00Z',
      '2026-10-01T21:22:00Z',
      '2026-10-01T22:22:00Z',
      '2026-10-02T20:22:00Z',
      '2026-10-02T21:22:00Z',
    ]) {
      printServer.print('a', 10);
      counts.push(await runAt(time));
    }
    expect(counts).toEqual([1, 1, 0, 0, 1]);
    expect(await depositsOf(member, feed)).toEqual([
      [10, '2026-10-01'],
      [30, '2026-10-02'],
    ]);
  });

  it('retries a failed feed in the next hour, until it succeeds', async () => {
    await runAt('2026-10-01T21:22:00Z');
    printServer.print('a', 10);
    printServer.respondWith(500);
    expect(await runAt('2026-10-02T21:22:00Z')).toBe(1);
    expect(await runAt('2026-10-02T22:22:00Z')).toBe(1);
    printServer.respondWith(undefined);
    expect(await runAt('2026-10-02T23:22:00Z')).toBe(1);
    expect(await runAt('2026-10-03T00:22:00Z')).toBe(0);
    expect(await depositsOf(member, feed)).toEqual([[10, '2026-10-02']]);
  });
});
