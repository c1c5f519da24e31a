import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../server/src/http/routes/index.js';
import { bill } from '../../server/test/support/billing.js';
import { closedPort } from '../../server/test/support/ports.js';
import { startWebhookWorld } from '../../server/test/support/webhooks.js';
import type { World } from '../../server/test/support/world.js';
import { NotFoundError, type Fetch, type Regrove } from '../src/index.js';
import { clientOf, fetchWith } from './support/client.js';

let world: World;
/** Every request that was sent, for example `GET /deposits`. */
const sent: string[] = [];
/** Only root accounts have them, so they are called apart. */
const isOfSandboxes = (path: string): boolean => /^\/sandbox(es)?(\/|$)/.test(path);
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());

const recording: Fetch = (url, init) => {
  sent.push(`${init.method} ${url.slice(world.server.url.length).replace(/\?.*/, '')}`);
  return fetchWith(world.server.agent)(url, init);
};

// The same steps for the key's own account, and for one below it that is named in the path.
describe.each(['own account', 'account below'])('%s', (whose) => {
  let client: Regrove;
  let accountId: string;

  beforeAll(async () => {
    const channel = await world.newAccount('channel', world.distributor);
    const isOwn = whose === 'own account';
    const owner = clientOf(world, isOwn ? channel : world.distributor, { fetch: recording });
    client = isOwn ? owner : owner.account(channel.id);
    accountId = channel.id;
  });

  it('returns itself', async () => {
    expect(await client.self()).toMatchObject({ id: accountId, role: 'channel', accounts_count: 0 });
  });

  it('lists, creates and changes accounts below it', async () => {
    const created = await client.accounts.create({ name: 'Corner Shop', external_id: 'C-1' });
    expect(created).toMatchObject({ name: 'Corner Shop', parent_id: accountId, role: 'customer' });
    expect(await client.accounts.list()).toMatchObject([{ id: created.id, external_id: 'C-1' }]);
    expect(await client.accounts.list({ external_id: 'C-1' })).toMatchObject([{ id: created.id }]);
    expect(await client.accounts.list({ external_id: 'C-2' })).toEqual([]);
    // A returned object can be sent back.
    expect(await client.accounts.update(created.id, { ...created, name: 'Corner Shop' })).toEqual(created);
    expect(await client.accounts.get(created.id)).toEqual(created);
    expect(
      await client.accounts.update(created.id, { display_name: 'Shop', external_id: null }),
    ).toMatchObject({
      display_name: 'Shop',
      external_id: null,
    });
    expect(await client.accounts.deactivate(created.id)).toMatchObject({ status: 'inactive' });
    expect(await client.accounts.activate(created.id)).toMatchObject({ status: 'active' });
    expect(await client.account(created.id).self()).toMatchObject({ id: created.id });
  });

  it('creates, reads and deletes offsets', async () => {
    const { forest } = world.projects;
    const offset = await client.offsets.create({ pages: 8333, project_id: forest });
    expect(offset).toMatchObject({ account_id: accountId, pages: 8333, trees: 1, order_id: null });
    expect(await client.offsets.list()).toEqual([offset]);
    expect(await client.offsets.get(offset.id)).toEqual(offset);
    const certificate = await client.certificates.get(offset.certificate_id);
    expect(certificate).toMatchObject({ pages: 8333, project: { id: forest, name: 'Forest' } });
    expect(await client.certificates.list()).toEqual([certificate]);
    expect(await client.volume.list()).toContainEqual(
      expect.objectContaining({ account_id: accountId, pages: 8333, trees: 1 }),
    );
    const year = new Date(offset.date).getUTCFullYear();
    expect(await client.reports.annual({ year, include_descendants: true, locale: 'de' })).toMatchObject({
      account_id: accountId,
      include_descendants: true,
      certificates: [{ id: certificate.id, trees: 1 }],
    });
    expect(await client.offsets.delete(offset.id)).toEqual({ id: offset.id, deleted: true });
    expect(await client.offsets.list()).toEqual([]);
  });

  it('creates, reads and deletes deposits', async () => {
    const deposit = await client.deposits.create({ pages: 500, gsm: 90, date: '2026-01-15' });
    expect(deposit).toMatchObject({ account_id: accountId, pages: 500, gsm: 90, feed_id: null });
    expect(await client.deposits.get(deposit.id)).toEqual(deposit);
    expect(await client.deposits.list({ start_date: '2026-01-15', end_date: '2026-01-15' })).toEqual([
      deposit,
    ]);
    expect(await client.deposits.list({ start_date: '2026-01-16' })).toEqual([]);
    expect(await client.deposits.delete(deposit.id)).toEqual({ id: deposit.id, deleted: true });
    const { deposits } = await client.deposits.createBatch({
      deposits: [{ pages: 1, gsm: 80 }, { pages: -1 }],
    });
    expect(deposits).toMatchObject([
      { account_id: accountId, pages: 1, gsm: 80 },
      { pages: -1, gsm: 75 },
    ]);
    for (const { id } of deposits) await client.deposits.delete(id);
    const csv = 'customer,job,sheets\n,J-1,10\nnobody,J-1,20\n';
    const errors = [{ line: 3, message: expect.stringMatching(/^customer is no external id/) as string }];
    await expect(client.deposits.import({ csv })).rejects.toMatchObject({ status: 400, body: { errors } });
    expect(await client.deposits.import({ csv }, { partial: true })).toEqual({
      created: 1,
      unchanged: 0,
      customers_created: 0,
      errors,
    });
  });

  it('reads invoices', async () => {
    const offset = await client.offsets.create({ pages: 8333, date: '2020-01-31' });
    await bill(world.server, '2020-01');
    const [invoice, ...others] = await client.invoices.list();
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ account_id: accountId, month: '2020-01', line_count: 1 });
    expect(await client.invoices.get(invoice?.id ?? '')).toMatchObject({
      ...invoice,
      lines: [{ offset_id: offset.id, kind: 'biomass', pages: 8333 }],
    });
  });

  it('reads carbon projects', async () => {
    const projects = await client.carbonProjects.list();
    expect(projects.map(({ name }) => name)).toEqual(['Stoves', 'Mangroves', 'Sold out']);
    expect(await client.carbonProjects.get(world.carbon.stoves)).toEqual(projects[0]);
  });

  it('adds and removes favorite projects', async () => {
    const { forest, grove } = world.projects;
    expect(await client.forestryProjects.list()).toHaveLength(3);
    const project = await client.forestryProjects.get(grove);
    expect(await client.forestryProjects.plantings(grove)).toEqual([]);
    expect(await client.favorites.add(grove)).toEqual([project]);
    expect(await client.favorites.add(forest)).toHaveLength(2);
    expect(await client.favorites.remove(forest)).toEqual([project]);
    expect(await client.favorites.list()).toEqual([project]);
  });

  it('creates and executes quotes', async () => {
    const quote = await client.quotes.create({
      project_id: world.projects.forest,
      external_id: 'Q-1',
      items: [{ quantity: 1000, gsm: 100 }, { mass: 500 }],
    });
    expect(await client.quotes.list({ external_id: 'Q-1' })).toHaveLength(1);
    expect(await client.quotes.list({ external_id: 'Q-2' })).toEqual([]);
    expect(quote.items).toMatchObject([{ quantity: 1000, gsm: 100 }, { mass: 500 }]);
    expect(await client.quotes.get(quote.id)).toEqual(quote);
    const offset = await client.offsets.create({ quote_id: quote.id });
    expect(await client.quotes.list()).toMatchObject([
      { id: quote.id, biomass_offset_id: offset.id, biomass_offset_ids: [offset.id] },
    ]);
    await client.offsets.delete(offset.id);
    expect(await client.quotes.delete(quote.id)).toEqual({ id: quote.id, deleted: true });
  });

  it('creates and places orders', async () => {
    const { orders } = client;
    const draft = await orders.create({
      items: [{ quantity: 100_000 }],
      biomass_project_settings: [{ project_id: world.projects.forest }],
      carbon_project_settings: [{ project_id: world.carbon.stoves, percentage: 100 }],
    });
    expect(draft).toMatchObject({ status: 'draft', standard_sheets: 100_000, biomass_offset_ids: [] });
    const placed = await orders.place(draft.id);
    expect(placed).toMatchObject({ status: 'placed', items: draft.items });
    expect(await orders.get(draft.id)).toEqual(placed);
    const offset = await client.carbonOffsets.get(placed.carbon_offset_ids[0] ?? '');
    expect(offset).toMatchObject({ order_id: draft.id, project_name: 'Stoves', status: 'processing' });
    expect(await client.carbonOffsets.list()).toEqual([offset]);
    expect(await client.carbonOffsets.retirements(offset.id)).toEqual([]);

    const other = await orders.create({ items: [{ quantity: 10 }], external_id: 'O-1' });
    expect(await orders.list({ external_id: 'O-1' })).toMatchObject([{ id: other.id }]);
    expect((await orders.list()).map(({ id }) => id)).toEqual([other.id, draft.id]);
    expect(await orders.delete(other.id)).toEqual({ id: other.id, deleted: true });
  });

  it('manages servers and feeds', async () => {
    const url = 'https://print.example.com/';
    const server = await client.servers.create({ type: 'fmaudit', url, username: 'reader', password: 's' });
    expect(server).not.toHaveProperty('password');
    expect(await client.servers.get(server.id)).toEqual(server);
    expect(await client.servers.update(server.id, { username: 'writer' })).toMatchObject({
      username: 'writer',
    });
    expect(await client.servers.list()).toMatchObject([{ id: server.id, username: 'writer' }]);

    const feed = await client.feeds.create({ type: 'fmaudit', server_id: server.id });
    expect(feed).toMatchObject({ account_id: accountId, server_id: server.id, collection_scope: 'all' });
    expect(await client.feeds.get(feed.id)).toMatchObject({ id: feed.id });
    expect(await client.feeds.update(feed.id, { external_id: 'X' })).toMatchObject({ external_id: 'X' });
    expect(await client.feeds.pushReadings(feed.id, { readings: [{ device: 'CNB1', total: 100 }] })).toEqual({
      devices: 1,
      pages: 0,
      deposit: null,
    });
    const taken = await client.feeds.pushReadings(feed.id, {
      readings: [{ device: 'CNB1', total: 140, unit: 'sheets' }],
    });
    expect(taken).toMatchObject({
      pages: 40,
      deposit: { feed_id: feed.id, account_id: accountId, pages: 40 },
    });
    const office = await client.feeds.create({ type: 'agent' });
    const agent = await client.feeds.createAgent(office.id, { name: 'Office' });
    expect(agent.command).toContain(agent.token);
    expect(await client.feeds.agents(office.id)).toMatchObject([{ id: agent.id, status: 'pending' }]);
    const report = { version: '1', devices: 0, trouble: [] };
    await expect(client.feeds.reportAgent(office.id, report)).rejects.toThrow('Only an agent can report');
    expect(await client.feeds.revokeAgent(office.id, agent.id)).toEqual({ id: agent.id, deleted: true });
    await client.feeds.delete(office.id);
    expect(await client.feeds.deactivate(feed.id)).toMatchObject({ status: 'inactive' });
    expect(await client.feeds.activate(feed.id)).toMatchObject({ status: 'active' });
    expect(await client.feeds.list()).toMatchObject([{ id: feed.id }]);
    expect(await client.feeds.delete(feed.id)).toEqual({ id: feed.id, deleted: true });
    expect(await client.servers.delete(server.id)).toEqual({ id: server.id, deleted: true });
  });

  it('reads and changes settings', async () => {
    const settings = await client.settings.get();
    expect(settings).toMatchObject({ locale: 'en', badge_enabled: false, carbon_project_ids: [] });
    expect(settings.badge_url).toMatch(new RegExp(`/accounts/${accountId}/badge\\.svg$`));
    const carbon_project_ids = [world.carbon.stoves];
    const changed = await client.settings.update({ locale: 'pt', badge_enabled: true, carbon_project_ids });
    expect(changed).toEqual({ ...settings, locale: 'pt', badge_enabled: true, carbon_project_ids });
    expect(await client.settings.get()).toEqual(changed);
    const { public_page: page } = await client.settings.get({ expand: 'public_page' });
    expect(page).toMatchObject({ enabled: false });
  });

  it('manages users', async () => {
    const user = await client.users.create({ email: 'Ana@example.com', full_name: 'Ana', locale: 'pt' });
    expect(user).toMatchObject({ account_id: accountId, full_name: 'Ana', locale: 'pt' });
    expect(await client.users.get(user.id)).toEqual(user);
    expect(await client.users.list()).toEqual([user]);
    expect(await client.users.get(user.id, { expand: 'permission' })).toEqual({
      ...user,
      permission: 'full',
    });
    const changes = { full_name: 'Ana Lima', permission: 'restricted' } as const;
    const changed = await client.users.update(user.id, changes);
    expect(changed).toEqual({ ...user, full_name: 'Ana Lima' });
    expect(await client.users.get(user.id, { expand: 'permission' })).toEqual({
      ...changed,
      permission: 'restricted',
    });
    expect(await client.users.delete(user.id)).toEqual({ id: user.id, deleted: true });
  });

  it('reads events', async () => {
    const deposit = await client.deposits.create({ pages: 700 });
    const [event, ...others] = await client.events.list({ type: 'deposit.created', pageSize: 1 });
    expect(event).toMatchObject({
      type: 'deposit.created',
      account_id: accountId,
      data: { object: deposit },
    });
    expect(others.length).toBeGreaterThan(0);
    expect(await client.events.get(event?.id ?? '')).toEqual(event);
    const below = await client.accounts.create({ name: 'Below' });
    const listed = (include_descendants: boolean) =>
      client.events.list({ type: 'account.*', include_descendants });
    const ids = async (both: boolean) => (await listed(both)).map(({ account_id }) => account_id);
    expect(await ids(true)).toContain(below.id);
    expect(await ids(false)).not.toContain(below.id);
    await client.deposits.delete(deposit.id);
  });

  it('manages webhook endpoints', async () => {
    const { webhookEndpoints } = client;
    const url = `https://127.0.0.1:${String(await closedPort())}/hook`;
    const { secret, ...endpoint } = await webhookEndpoints.create({ url, events: ['order.*'] });
    expect(secret).toMatch(/^whsec_/);
    expect(await webhookEndpoints.list()).toEqual([endpoint]);
    expect(await webhookEndpoints.get(endpoint.id)).toEqual(endpoint);
    const changed = await webhookEndpoints.update(endpoint.id, { events: ['*'], description: 'MIS' });
    expect(changed).toEqual({ ...endpoint, events: ['*'], description: 'MIS' });
    const rotated = await webhookEndpoints.rotateSecret(endpoint.id);
    expect(rotated).toMatchObject({ id: endpoint.id, public_key: endpoint.public_key });
    expect(rotated.secret).not.toBe(secret);
    expect(await webhookEndpoints.test(endpoint.id)).toMatchObject({
      succeeded: false,
      status_code: null,
      error: 'connection_failed',
    });
    const day = new Date().toISOString().slice(0, 10);
    const { events } = await webhookEndpoints.replay(endpoint.id, { start_date: day, end_date: day });
    expect(events).toBeGreaterThan(0);
    expect(await webhookEndpoints.deliveries(endpoint.id)).toEqual(expect.any(Array));
    await expect(webhookEndpoints.retryDelivery(endpoint.id, endpoint.id)).rejects.toThrow(NotFoundError);
    expect(await webhookEndpoints.delete(endpoint.id)).toEqual({ id: endpoint.id, deleted: true });
  });

  it('has a method for every endpoint of the API', () => {
    const scope = whose === 'own account' ? '' : `/accounts/${accountId}`;
    const called = sent
      .filter((request) => request.includes(` ${scope}/`))
      .map((request) => {
        const part = request.includes('/agents/') ? ':agent_id' : ':delivery_id';
        return request.replace(` ${scope}/`, ' /').replace(uuid, ':id').replace(uuid, part);
      });
    const endpoints = routes
      .filter(({ path }) => !isOfSandboxes(path))
      .map((route) => `${'method' in route ? route.method : 'GET'} ${route.path}`);
    expect(endpoints.filter((endpoint) => !called.includes(endpoint))).toEqual([]);
  });
});

it('creates, advances and deletes sandboxes', async () => {
  const { distributor } = world;
  const client = clientOf(world, distributor, { fetch: recording });
  const { id, key, now } = await client.sandboxes.create({ name: 'Try it' });
  expect(await client.sandboxes.list()).toMatchObject([{ id, name: 'Try it' }]);
  const { sandbox } = clientOf(world, { ...distributor, key }, { fetch: recording });
  expect(await sandbox.get()).toMatchObject({ id, now, status: 'ready' });
  expect(await sandbox.mails()).toContainEqual(expect.objectContaining({ kind: 'invitation' }));
  const to = `${String(Number(now.slice(0, 4)) + 1)}-01-01T00:00:00Z`;
  expect(await sandbox.advance({ to })).toMatchObject({ now, status: 'advancing', advancing_to: to });
  expect(await client.sandboxes.delete(id)).toEqual({ id, deleted: true });
  const called = sent.map((request) => request.replace(uuid, ':id'));
  const endpoints = routes
    .filter(({ path }) => isOfSandboxes(path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(endpoints.filter((endpoint) => !called.includes(endpoint))).toEqual([]);
});

it('replaces the account of a scope instead of nesting scopes', async () => {
  const client = clientOf(world, world.distributor);
  const { channel, customer } = world;
  expect(await client.account(channel.id).account(customer.id).self()).toMatchObject({ id: customer.id });
  expect(await clientOf(world, world.distributor, { account: customer.id }).self()).toMatchObject({
    id: customer.id,
  });
});

it('refuses ids that would change the path', async () => {
  const client = clientOf(world, world.distributor);
  expect(() => client.account('..')).toThrow(TypeError);
  await expect(client.deposits.get('')).rejects.toThrow(TypeError);
  await expect(client.deposits.get('../account')).rejects.toMatchObject({ status: 404 });
});
