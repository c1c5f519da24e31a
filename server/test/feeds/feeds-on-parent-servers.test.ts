import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../src/features/feeds/health/check-feeds.js';
import { collectFeeds } from '../../src/features/feeds/collecting/collect-feeds.js';
import type { Json } from '../support/api-client.js';
import { collectingEnv, startPrintServer, type PrintServer } from '../support/print-server.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let printServer: PrintServer;
beforeAll(async () => {
  world = await startWorld(collectingEnv);
  printServer = await startPrintServer({ a: 1_000 });
});
afterAll(async () => {
  await printServer.close();
  await world.stop();
});

const context = () => world.server.running.instance.context;

/** A server with the API key of the printServer. */
async function serverOf(member: TestAccount, fields: object = {}): Promise<string> {
  const server = {
    type: 'print_tracker',
    url: printServer.url,
    username: 'u',
    password: 'the key',
    ...fields,
  };
  const { status, body } = await member.api.post('/servers', server);
  expect(status).toBe(200);
  return body.id;
}

const onServer = (server_id: string, fields: object = {}): object => ({
  type: 'print_tracker',
  server_id,
  external_id: 'office',
  ...fields,
});

const feedsOfCustomer = `/accounts/CUSTOMER/feeds`;
const below = (path = ''): string => feedsOfCustomer.replace('CUSTOMER', world.customer.id) + path;

async function feedByOwner(owner: TestAccount, fields: object = {}): Promise<Json> {
  const { status, body } = await owner.api.post(below(), onServer(await serverOf(owner), fields));
  expect(status).toBe(200);
  return body;
}

const feedRow = async (id: string): Promise<Json> => {
  const [row] = await world.server.sql<Json>('select * from feeds where id = $1', [id]);
  return row ?? {};
};

let requestsBefore: number;
beforeEach(() => {
  requestsBefore = printServer.requestCount();
});
const requestsSince = (): number => printServer.requestCount() - requestsBefore;

describe('A feed on a server of an account above', () => {
  it.each([
    ['even as the account above would create it', {}],
    ['of another entity', { external_id: 'admin' }],
    ['without an external id', { external_id: null }],
    ['of another pull type', { type: 'ipp', external_id: '/admin' }],
    ['of a push type', { type: 'fmaudit', external_id: null }],
    ['with a path to a parent folder', { external_id: '..' }],
  ])('is not created from below, %s', async (_, fields) => {
    const server_id = await serverOf(world.channel);
    const { status, body } = await world.customer.api.post('/feeds', onServer(server_id, fields));
    expect(body).toEqual({ code: 403, error: expect.stringMatching(/^server_id .*external_id/) });
    expect(status).toBe(403);
    expect(await world.server.sql('select id from feeds where server_id = $1', [server_id])).toEqual([]);
    expect(requestsSince()).toBe(0);
  });

  it('is not created by an account between the two', async () => {
    const server_id = await serverOf(world.distributor);
    expect((await world.channel.api.post(below(), onServer(server_id))).status).toBe(403);
    expect((await world.channel.api.post('/feeds', onServer(server_id))).status).toBe(403);
    expect(requestsSince()).toBe(0);
  });

  it.each([
    ['the account that has the server', 'channel'],
    ['an account above that', 'distributor'],
  ] as const)('is created by %s, and read', async (_, who) => {
    const server_id = await serverOf(world.channel);
    const { status, body } = await world[who].api.post(below(), onServer(server_id));
    expect({ status, health: body.health_check }).toEqual({ status: 200, health: 'healthy' });
    const [collected] = await collectFeeds(context(), { id: body.id });
    expect(collected).toMatchObject({ outcome: 'collected', devices: 1 });
    expect(await feedRow(body.id)).toMatchObject({ source_set_by: world[who].id });
  });

  it.each([{ external_id: 'other' }, { external_id: null }, { external_id: '../admin' }])(
    'is not changed from below to %j',
    async (changes) => {
      const feed = await feedByOwner(world.channel);
      const before = await feedRow(feed.id);
      requestsBefore = printServer.requestCount();
      expect((await world.customer.api.patch(`/feeds/${feed.id}`, changes)).status).toBe(403);
      expect(await feedRow(feed.id)).toEqual(before);
      expect(requestsSince()).toBe(0);
    },
  );

  it('is not moved from below to another server above, nor from an own one', async () => {
    const feed = await feedByOwner(world.channel);
    const other = await serverOf(world.channel);
    expect((await world.customer.api.patch(`/feeds/${feed.id}`, { server_id: other })).status).toBe(403);
    const own = await world.customer.api.post('/feeds', onServer(await serverOf(world.customer)));
    expect((await world.customer.api.patch(`/feeds/${own.body.id}`, { server_id: other })).status).toBe(403);
  });

  it('can be sent back unchanged, activated, moved to an own server and deleted from below', async () => {
    const feed = await feedByOwner(world.channel);
    const path = `/feeds/${feed.id}`;
    const { server_id, external_id } = feed;
    for (const same of [{}, { external_id }, { server_id }, { server_id, external_id }])
      expect((await world.customer.api.patch(path, same)).status).toBe(200);
    expect(await feedRow(feed.id)).toMatchObject({ source_set_by: world.channel.id });
    for (const verb of ['deactivate', 'activate'])
      expect((await world.customer.api.post(`${path}/${verb}`)).status).toBe(200);
    const own = await serverOf(world.customer);
    const moved = await world.customer.api.patch(path, { server_id: own, external_id: 'own-office' });
    expect(moved.body).toMatchObject({ server_id: own, external_id: 'own-office' });
    expect((await world.customer.api.patch(path, { server_id })).status).toBe(403);
    expect((await world.customer.api.delete(path)).status).toBe(200);
  });

  it('can be changed by the account that owns the server, which is in the audit trail', async () => {
    const feed = await feedByOwner(world.distributor);
    const changed = await world.distributor.api.patch(below(`/${feed.id}`), { external_id: 'second' });
    expect(changed.body).toMatchObject({ external_id: 'second' });
    const [entry] = await world.server.sql<Json>(
      `select actor_id, before, after from audit_entries where subject_id = $1 and action = 'feed.update'`,
      [feed.id],
    );
    expect(entry).toMatchObject({
      actor_id: world.distributor.keyId,
      before: { external_id: 'office' },
      after: { external_id: 'second' },
    });
  });

  it('is checked after ids and before other rules, so that nothing is revealed about the server', async () => {
    const server_id = await serverOf(world.channel, { type: 'papercut' });
    const post = async (fields: object) =>
      (await world.customer.api.post('/feeds', onServer(server_id, fields))).status;
    expect(await post({ server_id: '01900000-0000-7000-8000-00000000dead' })).toBe(404);
    expect(await post({ server_id: await serverOf(world.stranger) })).toBe(404);
    expect(await post({ type: 'papercut' })).toBe(403);
    expect(await post({ type: 'snmp' })).toBe(403);
    expect(await post({ type: 'No Type' })).toBe(400);
  });

  it('does not show the server, its address or its username to the account below', async () => {
    const url = `${printServer.url}/path-of-the-channel`;
    const server_id = await serverOf(world.channel, { url, username: 'collector-of-the-channel' });
    const { id } = (await world.channel.api.post(below(), onServer(server_id))).body;
    expect((await world.customer.api.get(`/servers/${server_id}`)).status).toBe(404);
    const answers = await Promise.all(
      ['/servers', `/accounts/${world.customer.id}/servers`, '/feeds', `/feeds/${id}`].map((path) =>
        world.customer.api.get(path),
      ),
    );
    const text = JSON.stringify(answers.map(({ body }) => body as unknown));
    expect(text).not.toContain('of-the-channel');
  });
});

describe('A feed of a pull type', () => {
  it.each(['papercut', 'print_tracker', 'snmp', 'ipp', 'fmaudit'])(
    'needs a server of its own type, and not of type %s',
    async (type) => {
      const server_id = await serverOf(world.customer, { type });
      const others = ['papercut', 'print_tracker', 'snmp', 'ipp'].filter((one) => one !== type);
      for (const other of others) {
        const made = await world.customer.api.post('/feeds', { type: other, server_id, external_id: 'x' });
        expect(made.body).toEqual({ code: 400, error: expect.stringMatching(/^server_id /) });
      }
      expect(requestsSince()).toBe(0);
    },
  );

  it('is not moved to a server of another type', async () => {
    const feed = await world.customer.api.post('/feeds', onServer(await serverOf(world.customer)));
    const server_id = await serverOf(world.customer, { type: 'ipp' });
    const moved = await world.customer.api.patch(`/feeds/${feed.body.id}`, { server_id });
    expect(moved.body).toEqual({ code: 400, error: expect.stringMatching(/^server_id /) });
  });
});

describe('A feed from before these rules', () => {
  const asBefore = (id: string) =>
    world.server.sql('update feeds set source_set_by = null where id = $1', [id]);

  /** As if the customer had set up the feed itself, when it was still allowed to. */
  async function setByCustomer(): Promise<Json> {
    const feed = await feedByOwner(world.channel);
    await asBefore(feed.id);
    await world.server.sql(
      `insert into audit_entries (account_id, at, id, actor_kind, actor_id, action, subject_id, before, after)
       values ($1, now() + interval '1 second', gen_random_uuid(), 'key', $2, 'feed.update', $3,
         '{"external_id": "none"}', '{"external_id": "office"}')`,
      [world.customer.id, world.customer.keyId, feed.id],
    );
    requestsBefore = printServer.requestCount();
    return feed;
  }

  it('continues if the account that owns the server set it up', async () => {
    const feed = await feedByOwner(world.channel);
    await asBefore(feed.id);
    const [checked] = await checkFeeds(context(), { id: feed.id });
    expect(checked).toMatchObject({ healthCheck: 'healthy' });
    expect(await feedRow(feed.id)).toMatchObject({ source_set_by: world.channel.id });
    expect(await collectFeeds(context(), { id: feed.id })).toMatchObject([{ outcome: 'collected' }]);
  });

  it('is not read if the account below set it up, and gives the reason', async () => {
    const feed = await setByCustomer();
    expect(await collectFeeds(context(), { id: feed.id })).toMatchObject([
      { outcome: 'failed', reason: 'server' },
    ]);
    const [checked] = await checkFeeds(context(), { id: feed.id });
    expect(checked).toMatchObject({ healthCheck: 'unhealthy', healthCheckReason: 'server' });
    await world.customer.api.patch(`/feeds/${feed.id}`, { external_id: 'office' });
    expect(requestsSince()).toBe(0);
  });

  it('is read again once the account that owns the server has confirmed it', async () => {
    const feed = await setByCustomer();
    await checkFeeds(context(), { id: feed.id });
    const confirmed = await world.channel.api.patch(below(`/${feed.id}`), { external_id: 'office' });
    expect(confirmed.body).toMatchObject({ health_check: 'healthy', external_id: 'office' });
    expect(await collectFeeds(context(), { id: feed.id })).toMatchObject([{ outcome: 'collected' }]);
  });

  it('is not read if it is unknown who set it up', async () => {
    const feed = await feedByOwner(world.channel);
    await asBefore(feed.id);
    const dayLater = new Date(new Date(feed.created_at).getTime() + 86_400_000);
    await world.server.sql('update feeds set created_at = $2 where id = $1', [feed.id, dayLater]);
    requestsBefore = printServer.requestCount();
    expect(await collectFeeds(context(), { id: feed.id })).toMatchObject([
      { outcome: 'failed', reason: 'server' },
    ]);
    expect(requestsSince()).toBe(0);
  });

  it('is not read from a server of another type', async () => {
    const feed = await world.customer.api.post('/feeds', onServer(await serverOf(world.customer)));
    await world.server.sql(`update servers set type = 'papercut' where id = $1`, [feed.body.server_id]);
    requestsBefore = printServer.requestCount();
    expect(await collectFeeds(context(), { id: feed.body.id })).toMatchObject([
      { outcome: 'failed', reason: 'server' },
    ]);
    expect(requestsSince()).toBe(0);
  });
});
