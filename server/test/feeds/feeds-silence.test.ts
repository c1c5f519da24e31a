import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import type { Json } from '../support/api-client.js';
import { createOperator } from '../support/command-line.js';
import { feedMails } from '../support/feed-mails.js';
import { startHttpPeer } from '../support/http-peer.js';
import { closedPort } from '../support/ports.js';
import { collectingEnv, startPrintServer, type PrintServer } from '../support/print-server.js';
import { entity, meter } from '../support/print-tracker-peer.js';
import { createAcceptedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let printServer: PrintServer;
let count = 0;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
});
afterAll(() => world.stop());
beforeEach(async () => {
  at('05T12:00:00');
  member = await world.newAccount('customer', world.channel);
  printServer = await startPrintServer({ copier: 350 });
  await createAcceptedUser(world.server, member.account, { email: `user-${String(++count)}@example.com` });
});
afterEach(async () => {
  await printServer.close();
  await world.server.sql('delete from feeds');
  await world.server.sql('delete from mails');
});

const context = () => world.server.running.instance.context;
const at = (time: string): void => world.server.setNow(`2026-03-${time}Z`);
const check = () => checkFeeds(context());
const pushFeed = async (): Promise<Json> => (await member.api.post('/feeds', { type: 'fmaudit' })).body;
const push = (feed: Json, total: number, read_at?: string) =>
  member.api.post(`/feeds/${feed.id}/readings`, { readings: [{ device: 'A', total, read_at }] });
const read = async (feed: Json): Promise<Json> => (await member.api.get(`/feeds/${feed.id}`)).body;

const mails = () => feedMails(world);
const silence = ['feed-trouble', 'silence'];
const recovered = ['feed-recovered', null];

describe('Two days without a reading', () => {
  it('make a feed unhealthy until the next reading, with one mail for each change', async () => {
    const feed = await pushFeed();
    await push(feed, 100);
    at('07T12:00:00');
    await check();
    expect(await read(feed)).toMatchObject({
      health_check: 'healthy',
      health_check_checked_at: '2026-03-07T12:00:00Z',
      health_check_changed_at: '2026-03-05T12:00:00Z',
    });
    for (const hour of ['12:00:01', '13:00:00', '14:00:00']) {
      at(`07T${hour}`);
      await Promise.all([check(), check()]);
    }
    expect(await read(feed)).toMatchObject({
      health_check: 'unhealthy',
      health_check_checked_at: '2026-03-07T14:00:00Z',
      health_check_changed_at: '2026-03-07T12:00:01Z',
    });
    expect(await mails()).toEqual([silence]);
    for (const hour of ['15', '16']) {
      at(`07T${hour}:00:00`);
      await push(feed, 100);
      await check();
    }
    expect(await read(feed)).toMatchObject({
      health_check: 'healthy',
      health_check_changed_at: '2026-03-07T15:00:00Z',
    });
    expect(await mails()).toEqual([silence, recovered]);
  });

  it('are measured from the creation of the feed if it never had one', async () => {
    const feed = await pushFeed();
    at('07T12:00:00');
    await check();
    expect(await read(feed)).toMatchObject({ health_check: 'healthy' });
    at('07T12:00:01');
    await check();
    expect(await read(feed)).toMatchObject({ health_check: 'unhealthy' });
  });

  it('are not ended by older readings', async () => {
    const feed = await pushFeed();
    at('09T12:00:00');
    await check();
    await push(feed, 100, '2026-03-06T00:00:00Z');
    await check();
    expect(await mails()).toEqual([silence]);
    expect(await read(feed)).toMatchObject({ health_check: 'unhealthy' });
  });

  it('are also noticed if the server answers but is not collected', async () => {
    const feed = await printServer.feed(member);
    at('07T12:00:01');
    await check();
    expect(await read(feed)).toMatchObject({ health_check: 'unhealthy' });
    expect(await mails()).toEqual([silence]);
  });

  it.each<[string, (feed: Json) => Promise<unknown>, (feed: Json) => Promise<unknown>]>([
    [
      'an inactive feed',
      ({ id }) => member.api.post(`/feeds/${id}/deactivate`),
      ({ id }) => member.api.post(`/feeds/${id}/activate`),
    ],
    [
      'a feed of an inactive account',
      () => world.channel.api.post(`/accounts/${member.id}/deactivate`),
      () => world.channel.api.post(`/accounts/${member.id}/activate`),
    ],
  ])('do not matter for %s, and are measured from its activation', async (_, off, on) => {
    const feed = await pushFeed();
    await push(feed, 100);
    await off(feed);
    at('20T12:00:00');
    await check();
    expect(await read(feed)).toMatchObject({ health_check: 'healthy' });
    await on(feed);
    at('22T12:00:00');
    await check();
    expect(await mails()).toEqual([]);
    at('22T12:00:01');
    await check();
    expect(await mails()).toEqual([silence]);
  });

  it('do not matter before the activation of the feed', async () => {
    const { body: feed } = await member.api.post('/feeds', {
      type: 'fmaudit',
      activated_at: '2026-03-20T00:00:00Z',
    });
    at('22T00:00:00');
    await check();
    expect(await read(feed)).toMatchObject({ health_check: 'healthy' });
  });
});

describe('A check', () => {
  const peers: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const peer of peers.splice(0)) await peer.close();
  });
  async function peerWith(meters: readonly object[]): Promise<string> {
    const peer = await startHttpPeer(entity(() => meters));
    peers.push(peer);
    return peer.url;
  }

  it('does not report a feed as silent if it was read during the check', async () => {
    const feed = await printServer.feed(member);
    at('08T12:00:00');
    let answer = (): void => undefined;
    printServer.delayUntil(new Promise<void>((resolve) => (answer = resolve)));
    const requestsBefore = printServer.requestCount();
    const checking = check();
    await expect.poll(() => printServer.requestCount()).toBeGreaterThan(requestsBefore);
    await world.server.sql(`update feeds set last_read_at = '2026-03-08T11:00Z' where id = $1`, [feed.id]);
    answer();
    await checking;
    expect(await read(feed)).toMatchObject({ health_check: 'healthy' });
    expect(await mails()).toEqual([]);
  });

  it.each<[string, string, () => Promise<string>]>([
    ['login', 'the password no longer fits', () => Promise.resolve(printServer.url)],
    ['noAnswer', 'nothing answers', async () => `http://127.0.0.1:${String(await closedPort())}`],
    ['noDevice', 'there is no device', () => peerWith([])],
    ['noReading', 'no device has a count', () => peerWith([meter('copier', 'many')])],
  ])('reports the reason %s when %s', async (reason, _, url) => {
    const feed = await printServer.feed(member);
    await world.server.sql('update servers set url = $2 where id = $1', [feed.server_id, await url()]);
    if (reason === 'login')
      await member.api.patch(`/servers/${feed.server_id}`, { password: 'no longer the key' });
    for (let hour = 0; hour < 3; hour++) await check();
    expect(await mails()).toEqual([['feed-trouble', reason]]);
    // The error of the source stays the reason, however long it lasts.
    at('20T12:00:00');
    await check();
    expect(await mails()).toEqual([['feed-trouble', reason]]);
  });

  it('by the command line sends mails as well', async () => {
    const feed = await pushFeed();
    await world.server.sql(`update feeds set created_at = '2026-01-01', activated_at = '2026-01-01'`);
    await world.server.sql(`update accounts set activated_at = '2026-01-01' where id = $1`, [member.id]);
    const operator = await createOperator({ database: world.server.database, env: collectingEnv });
    expect(await operator.json('feeds', 'check', '--feed', feed.id)).toMatchObject([
      { id: feed.id, health_check: 'unhealthy' },
    ]);
    await operator.json('feeds', 'check');
    await operator.close();
    expect(await mails()).toEqual([silence]);
  });
});
