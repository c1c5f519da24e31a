import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readFeed } from '../../src/features/feeds/change-feed.js';
import type { Feed } from '../../src/features/feeds/feed-store.js';
import { collectFeedNow } from '../../src/features/feeds/feeds-on-demand.js';
import type { Json } from '../support/api-client.js';
import { collectingEnv, feedAt, startPrintServer, type PrintServer } from '../support/print-server.js';
import { createPushFeed } from '../support/readings.js';
import { until } from '../support/until.js';
import { signInVisitor, createInvitedUser, type VisitResponse, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let userId: string;
let printServer: PrintServer;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  const user = await createInvitedUser(world.server, world.channel.account);
  userId = user.id;
  holder = await signInVisitor(world.server, user);
});
beforeEach(async () => {
  world.server.setNow('2026-10-01T21:22:00Z');
  printServer = await startPrintServer({ a: 1_000, b: 70 });
});
afterEach(() => printServer.close());
afterAll(() => world.stop());

const ask = (method: string, { id }: TestAccount, path: string): Promise<VisitResponse> =>
  holder.app(method, `/app/accounts/${id}${path}`, method === 'GET' ? undefined : {});

const rowOf = (feed: Json): Promise<Feed> =>
  readFeed(world.server.running.instance.context, world.customer.account.id, feed.id);

it('Types with a built-in reader declare what they require', async () => {
  const { body } = await ask('GET', world.channel, '/feed-types');
  expect(body).toEqual([
    { type: 'papercut', needs_server: true, needs_external_id: true, names_hosts: false },
    { type: 'print_tracker', needs_server: true, needs_external_id: true, names_hosts: false },
    { type: 'ndd_print', needs_server: true, needs_external_id: true, names_hosts: false },
    { type: 'printerpoint', needs_server: true, needs_external_id: true, names_hosts: false },
    { type: 'snmp', needs_server: true, needs_external_id: false, names_hosts: true },
    { type: 'ipp', needs_server: true, needs_external_id: false, names_hosts: false },
  ]);
});

describe('A monitored feed', () => {
  it('returns the fields of the API, its source, the time of its last reading and why it is unhealthy', async () => {
    const feed = await printServer.feed(world.channel);
    const { body: fresh } = await ask('GET', world.channel, `/feeds/${String(feed.id)}`);
    const { body: known } = await world.channel.api.get(`/feeds/${String(feed.id)}`);
    expect(fresh).toEqual({
      ...known,
      health: 'healthy',
      health_check_reason: null,
      health_check_host: null,
      last_read_at: null,
      server_url: printServer.url,
    });
    await ask('POST', world.channel, `/feeds/${String(feed.id)}/collect`);
    printServer.respondWith(401);
    world.server.setNow('2026-10-01T22:00:00Z');
    const { body: checked } = await ask('POST', world.channel, `/feeds/${String(feed.id)}/check`);
    expect(checked).toMatchObject({
      health_check: 'unhealthy',
      health_check_reason: 'login',
      health_check_changed_at: '2026-10-01T22:00:00Z',
      last_read_at: '2026-10-01T21:22:00Z',
    });
    const { body: listed } = await ask('GET', world.channel, '/feeds?limit=1');
    expect(listed).toEqual([checked]);
    printServer.respondWith(undefined);
    const { body: well } = await ask('POST', world.channel, `/feeds/${String(feed.id)}/check`);
    expect(well).toMatchObject({ health_check: 'healthy', health_check_reason: null });
  });

  it('has a reason from its creation on, and after a change', async () => {
    const feed = await feedAt(world.channel, printServer.url, { external_id: 'nowhere' });
    const path = `/feeds/${String(feed.id)}`;
    expect((await ask('GET', world.channel, path)).body.health_check_reason).toBe('noDevice');
    await world.channel.api.patch(path, { external_id: 'office' });
    expect((await ask('GET', world.channel, path)).body.health_check_reason).toBeNull();
  });

  it('does not reveal the URL of a server of an ancestor', async () => {
    const { body: server } = await world.distributor.api.post('/servers', {
      type: 'print_tracker',
      url: printServer.url,
      username: 'u',
      password: 'the key',
    });
    const fields = { type: 'print_tracker', server_id: server.id, external_id: 'office' };
    const { body: feed } = await world.distributor.api.post(`/accounts/${world.channel.id}/feeds`, fields);
    const path = `/app/accounts/${world.channel.id}/feeds/${String(feed.id)}`;
    expect((await holder.app('GET', path)).body).toMatchObject({ server_id: server.id, server_url: null });
    const above = await signInVisitor(
      world.server,
      await createInvitedUser(world.server, world.distributor.account),
    );
    expect((await above.app('GET', path)).body).toMatchObject({ server_url: printServer.url });
  });

  it.each(['', '/check', '/collect', '/readings'])(
    'cannot be accessed from another account: %s',
    async (what) => {
      const other = await createPushFeed(world, { owner: world.stranger });
      const method = what === '' || what === '/readings' ? 'GET' : 'POST';
      for (const id of [other.id, 'no-id']) {
        const { status, body } = await ask(method, world.channel, `/feeds/${id}${what}`);
        expect([status, body.code]).toEqual([404, 404]);
      }
    },
  );
});

describe('Collecting now', () => {
  const collect = (feed: Json): Promise<VisitResponse> =>
    ask('POST', world.customer, `/feeds/${String(feed.id)}/collect`);

  it('reads the devices, deposits their pages, and records who requested it', async () => {
    const feed = await printServer.feed(world.customer);
    expect((await collect(feed)).body).toEqual({
      devices: 2,
      pages: 0,
      deposit: null,
      resets: [],
      trouble: null,
      trouble_host: null,
    });
    printServer.print('a', 30);
    world.server.setNow('2026-10-02T09:00:00Z');
    const { body } = await collect(feed);
    expect(body).toMatchObject({ devices: 2, pages: 30, deposit: { feed_id: feed.id, pages: 30 } });
    expect((await world.customer.api.get(`/deposits/${String(body.deposit.id)}`)).body).toEqual(body.deposit);
    const [entry] = await world.server.sql(
      `select actor_kind, actor_id from audit_entries where action = 'deposit.create' and subject_id = $1`,
      [body.deposit.id],
    );
    expect(entry).toEqual({ actor_kind: 'user', actor_id: userId });
  });

  it('runs once for two concurrent requests, and both get the result', async () => {
    const feed = await printServer.feed(world.customer);
    await collect(feed);
    printServer.print('b', 12);
    const before = printServer.requestCount();
    let release = (): void => undefined;
    printServer.delayUntil(new Promise<void>((resolve) => (release = resolve)));
    world.server.setNow('2026-10-02T09:00:00Z');
    const first = collect(feed);
    await until(
      'the print server to receive a request',
      () => printServer.requestCount(),
      (count) => count > before,
    );
    const second = collectFeedNow(world.server.running.instance.context, await rowOf(feed));
    release();
    expect((await first).body).toMatchObject({ pages: 12 });
    expect(await second).toMatchObject({ outcome: 'collected', pages: 12 });
    expect(printServer.requestCount()).toBe(before + 1);
  });

  it('reports errors, and times out on a slow source', async () => {
    const feed = await printServer.feed(world.customer);
    printServer.respondWith(403);
    expect((await collect(feed)).body).toMatchObject({ devices: 0, deposit: null, trouble: 'login' });
    printServer.respondWith(undefined);
    printServer.delayUntil(new Promise(() => undefined));
    const { context } = world.server.running.instance;
    const outcome = await collectFeedNow(context, await rowOf(feed), { timeoutMs: 50 });
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'noAnswer' });
  });

  it.each([
    [
      'a push type',
      /send their readings/,
      async () => (await createPushFeed(world, { owner: world.customer })).id,
    ],
    [
      'a feed that is off',
      /the feed is inactive/,
      async () => {
        const feed = await printServer.feed(world.customer);
        await world.customer.api.post(`/feeds/${String(feed.id)}/deactivate`);
        return String(feed.id);
      },
    ],
  ] as const)('is refused for %s', async (_, why, made) => {
    const { status, body } = await collect({ id: await made() });
    expect(status).toBe(400);
    expect(body.error).toMatch(why);
  });

  it('is refused for an inactive account', async () => {
    const member = await world.newAccount('customer', world.channel);
    const feed = await printServer.feed(member);
    await world.channel.api.post(`/accounts/${member.id}/deactivate`);
    const { status, body } = await ask('POST', member, `/feeds/${String(feed.id)}/collect`);
    expect([status, body.error]).toEqual([400, 'Nothing was collected: the account is inactive']);
  });
});

it('Readings are listed newest first, in pages, each once', async () => {
  const feed = await createPushFeed(world, { owner: world.customer });
  for (const [day, total] of [
    ['01', 100],
    ['02', 150],
  ] as const)
    await feed.push(
      ['C 1', 'a', 'b'].flatMap((device) => [
        { device, total, read_at: `2026-09-${day}T06:00:00Z` },
        { device, total: total * 2, unit: 'impressions', read_at: `2026-09-${day}T06:00:00Z` },
      ]),
    );
  const seen: Json[] = [];
  let path: string | undefined = `/app/accounts/${world.customer.id}/feeds/${feed.id}/readings?limit=5`;
  const sizes: number[] = [];
  while (path !== undefined) {
    const { status, headers, body } = await holder.app('GET', path);
    expect(status).toBe(200);
    seen.push(...body);
    sizes.push(body.length);
    const next = /<https:\/\/[^/]+(\S+)>; rel="next"/.exec(String(headers['link'] ?? ''));
    path = next?.[1];
  }
  expect(sizes).toEqual([5, 5, 2]);
  expect(new Set(seen.map(({ device, unit, read_at: at }) => [device, unit, at].join())).size).toBe(12);
  expect(seen.map(({ read_at: at }) => at)).toEqual(
    seen
      .map(({ read_at: at }) => at)
      .toSorted()
      .reverse(),
  );
  expect(seen).toContainEqual({
    device: 'C 1',
    read_at: '2026-09-02T06:00:00Z',
    total: 150,
    unit: 'sheets',
    managed: null,
    pages: 50,
    note: null,
  });
  const { status } = await holder.app(
    'GET',
    `/app/accounts/${world.customer.id}/feeds/${feed.id}/readings?limit=5&cursor=WzEsImEiXQ`,
  );
  expect(status).toBe(400);
});
