import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import type { CollectionResult } from '../../src/features/feeds/collecting/collect-feed.js';
import { collectFeeds } from '../../src/features/feeds/collecting/collect-feeds.js';
import type { Json } from '../support/api-client.js';
import { collectingEnv, depositsOf, startPrintServer, type PrintServer } from '../support/print-server.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
/** The feed reads from `printServer` first and then from `other`. Their devices have the same names. */
let printServer: PrintServer;
let other: PrintServer;
let feed: Json;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
});
beforeEach(async () => {
  member = await world.newAccount();
  printServer = await startPrintServer({ a: 1_000 });
  other = await startPrintServer({ a: 5_000 });
  feed = await printServer.feed(member);
  await collect();
  printServer.print('a', 30);
});
afterEach(async () => {
  await printServer.close();
  await other.close();
  await world.server.sql('delete from feeds');
});
afterAll(() => world.stop());

const context = () => world.server.running.instance.context;
const collect = async (): Promise<CollectionResult | undefined> =>
  (await collectFeeds(context(), { id: feed.id }))[0];

/** The printServer starts the change on its next request, and answers when the change is done. */
function holdUntilDone(change: () => Promise<unknown>): void {
  const requestsBefore = printServer.requestCount();
  printServer.delayUntil(
    until(
      'the print server to receive a request',
      () => printServer.requestCount(),
      (count) => count > requestsBefore,
    ).then(change),
  );
}

const change = (fields: object) => async (): Promise<void> => {
  expect((await member.api.patch(`/feeds/${feed.id}`, fields)).status).toBe(200);
};
const toOther = async (): Promise<void> => {
  const { server_id } = await other.feed(member);
  await change({ server_id })();
};

const readings = (): Promise<{ total: string; note: string | null }[]> =>
  world.server.sql('select total, note from feed_readings where feed_id = $1', [feed.id]);

describe('Readings from before a change are discarded', () => {
  const changes: [string, () => Promise<unknown>, RegExp][] = [
    ['of the server', toOther, /the feed was changed/],
    ['of the external_id', change({ external_id: 'elsewhere' }), /the feed was changed/],
    [
      "of the server's address",
      async () => {
        const answer = await member.api.patch(`/servers/${feed.server_id}`, {
          url: other.url,
          password: 'the key',
        });
        expect(answer.status).toBe(200);
      },
      /the server was changed/,
    ],
  ];

  it.each(changes)('%s: they may belong to other devices', async (_, make, message) => {
    holdUntilDone(make);
    expect(await collect()).toMatchObject({ outcome: 'skipped', message: expect.stringMatching(message) });
    expect(await depositsOf(member, feed)).toEqual([]);
    expect(await readings()).toMatchObject([{ note: 'baseline' }]);
  });

  it('and counted once the feed is changed back, without losing a page', async () => {
    holdUntilDone(toOther);
    expect(await collect()).toMatchObject({ outcome: 'skipped' });
    await change({ server_id: feed.server_id })();
    printServer.print('a', 4);
    expect(await collect()).toMatchObject({ outcome: 'collected', pages: 34 });
  });

  it('but not after a change of something else', async () => {
    holdUntilDone(async () => {
      const secret = { username: 'another' };
      expect((await member.api.patch(`/servers/${feed.server_id}`, secret)).status).toBe(200);
    });
    expect(await collect()).toMatchObject({ outcome: 'collected', pages: 30 });
  });
});

describe('An error from before a change', () => {
  it.each([
    ['a collect', collect],
    ['a check', () => checkFeeds(context(), { id: feed.id })],
  ])('does not make the feed unhealthy after %s', async (_, ask) => {
    printServer.respondWith(500);
    holdUntilDone(toOther);
    await ask();
    expect((await member.api.get(`/feeds/${feed.id}`)).body.health_check).toBe('healthy');
  });
});
