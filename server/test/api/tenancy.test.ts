import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { expectRefusal, unknownId } from '../support/refusal.js';
import { createResources, pathTo, requiredQuery, type Resources } from '../support/resources.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const specified = `
  GET /account
  GET /accounts, GET /accounts/:id, POST /accounts, PATCH /accounts/:id
  POST /accounts/:id/activate, POST /accounts/:id/deactivate
  GET /biomass/certificates, GET /biomass/certificates/:id
  GET /biomass/offsets, GET /biomass/offsets/:id, POST /biomass/offsets, DELETE /biomass/offsets/:id
  GET /carbon/offsets, GET /carbon/offsets/:id
  GET /deposits, GET /deposits/:id, POST /deposits, DELETE /deposits/:id
  GET /projects, POST /projects/:id, DELETE /projects/:id
  GET /feeds, GET /feeds/:id, POST /feeds, PATCH /feeds/:id, DELETE /feeds/:id
  POST /feeds/:id/activate, POST /feeds/:id/deactivate
  GET /quotes, GET /quotes/:id, POST /quotes, DELETE /quotes/:id
  GET /orders, GET /orders/:id, POST /orders, PATCH /orders/:id/place, DELETE /orders/:id
  GET /servers, GET /servers/:id, POST /servers, PATCH /servers/:id, DELETE /servers/:id
  GET /users, GET /users/:id, POST /users, DELETE /users/:id
  GET /volume
  GET /forestry/projects, GET /forestry/projects/:id`
  .split(/[,\n]/)
  .map((endpoint) => endpoint.trim())
  .filter((endpoint) => endpoint !== '');

/** Our additions to the specification. */
const added = [
  'POST /feeds/:id/readings',
  'GET /feeds/:id/agents',
  'POST /feeds/:id/agents',
  'DELETE /feeds/:id/agents/:agent_id',
  'POST /feeds/:id/agents/report',
  'GET /settings',
  'PATCH /settings',
  'GET /carbon/projects',
  'GET /carbon/projects/:id',
  'GET /carbon/offsets/:id/retirements',
  'GET /forestry/projects/:id/plantings',
  'GET /invoices',
  'GET /invoices/:id',
  'POST /deposits/batch',
  'POST /deposits/import',
  'PATCH /users/:id',
  'GET /reports/annual',
  'GET /events',
  'GET /events/:id',
  'GET /webhook_endpoints',
  'POST /webhook_endpoints',
  'GET /webhook_endpoints/:id',
  'PATCH /webhook_endpoints/:id',
  'DELETE /webhook_endpoints/:id',
  'POST /webhook_endpoints/:id/rotate_secret',
  'POST /webhook_endpoints/:id/test',
  'POST /webhook_endpoints/:id/replay',
  'GET /webhook_endpoints/:id/deliveries',
  'POST /webhook_endpoints/:id/deliveries/:delivery_id/retry',
];

/** Only root accounts have these, or accounts in a sandbox: their own tests say who. */
const ofSandboxes = [
  'GET /sandboxes',
  'POST /sandboxes',
  'DELETE /sandboxes/:id',
  'GET /sandbox',
  'POST /sandbox/advance',
  'GET /sandbox/mails',
];

const endpoints = [...specified, ...added].map(
  (endpoint) => endpoint.split(' ') as [method: string, path: string],
);

/** Every account can read and choose projects. */
const isShared = (method: string, path: string): boolean =>
  /^\/\w+\/projects\/:id(\/plantings)?$/.test(path) || (method === 'POST' && path === '/projects/:id');
const withId = endpoints.filter(([method, path]) => path.includes(':id') && !isShared(method, path));

let world: World;
let sibling: TestAccount;
/** Resources of a stranger, of the caller's parent and of its sibling: all are out of its reach. */
let others: { member: TestAccount; resources: Resources }[];
let own: Resources;
beforeAll(async () => {
  world = await startWorld();
  sibling = await world.newAccount('channel', world.distributor);
  own = await createResources(world, world.channel);
  others = [];
  for (const member of [world.stranger, world.distributor, sibling]) {
    others.push({ member, resources: await createResources(world, member) });
  }
});
afterAll(() => world.stop());

describe('Every endpoint', () => {
  it('is one of the 50 in the specification or one of our additions', () => {
    expect(specified).toHaveLength(50);
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [...specified, ...added, ...ofSandboxes].sort(),
    );
  });

  it.each(endpoints)('%s %s exists under /accounts/:account_id in capitals', async (method, path) => {
    // An unknown field keeps writing endpoints from writing.
    const body = method === 'GET' ? undefined : { nonsense: true };
    const prefix = `/accounts/${world.channel.id.toUpperCase()}`;
    const url = prefix + pathTo(path, own) + requiredQuery(path);
    const { status } = await world.channel.api.call(method, url, { body });
    expect(status).toBe(method === 'GET' ? 200 : 400);
  });
});

// `access-matrix` asks for resources of every kind, by every method.
describe('A resource of another account', () => {
  it('is not found as a favorite', async () => {
    // Otherwise the caller's own favorite would hide those of the other accounts.
    const grove = `/projects/${world.projects.grove}`;
    await world.channel.api.delete(grove);
    for (const prefix of ['', `/accounts/${world.channel.id}`, `/accounts/${world.customer.id}`]) {
      const unknown = await world.channel.api.delete(`${prefix}/projects/${unknownId}`);
      const answer = await world.channel.api.delete(prefix + grove);
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    }
    for (const { member } of others)
      expect((await member.api.get('/projects')).body).toMatchObject([{ id: world.projects.grove }]);
  });

  it('is not found when the account in scope is an ancestor: a resource is found in its own account only', async () => {
    for (const [method, path] of withId.filter(([method]) => method === 'GET')) {
      if (path === '/accounts/:id') continue;
      const below = pathTo(path, own);
      expectRefusal(await world.distributor.api.call(method, below), 404);
      const { status } = await world.distributor.api.get(`/accounts/${world.channel.id}${below}`);
      expect(status).toBe(200);
    }
  });

  it.each<[string, (others: Resources) => Record<string, unknown>]>([
    ['/biomass/offsets', (of) => ({ quote_id: of['/quotes'] })],
    ['/feeds', (of) => ({ type: 'fmaudit', server_id: of['/servers'] })],
  ])('is not found by its id in a body: POST %s', async (path, body) => {
    for (const { member, resources } of others) {
      // An ancestor's server can be used; its quotes cannot.
      if (path === '/feeds' && member === world.distributor) continue;
      expectRefusal(await world.channel.api.post(path, body(resources)), 404);
    }
  });

  it('never appears in a list', async () => {
    const foreign = new Set(others.flatMap(({ resources }) => Object.values(resources)));
    for (const shared of [world.projects, world.carbon].flatMap((kind) => Object.values(kind)))
      foreign.delete(shared);
    for (const [, path] of endpoints.filter(([method, path]) => method === 'GET' && !path.includes(':id'))) {
      const { body } = await world.channel.api.get(path);
      for (const id of foreign) expect(JSON.stringify(body)).not.toContain(id);
    }
  });
});

describe('Reach', () => {
  const sees = async ({ api }: TestAccount, target: TestAccount): Promise<number[]> => [
    (await api.get(`/accounts/${target.id}`)).status,
    (await api.get(`/accounts/${target.id}/deposits`)).status,
  ];

  it('includes the account itself and all accounts below it, at any depth', async () => {
    expect(await sees(world.distributor, world.distributor)).toEqual([200, 200]);
    expect(await sees(world.distributor, world.channel)).toEqual([200, 200]);
    expect(await sees(world.distributor, world.customer)).toEqual([200, 200]);
    expect(await sees(world.channel, world.customer)).toEqual([200, 200]);
  });

  it('excludes the parent, siblings, their children and strangers', async () => {
    const nephew = await world.newAccount('customer', sibling);
    for (const target of [world.distributor, sibling, nephew, world.stranger]) {
      expect(await sees(world.channel, target)).toEqual([404, 404]);
    }
    for (const target of [world.distributor, world.channel]) {
      expect(await sees(world.customer, target)).toEqual([404, 404]);
    }
  });

  it('is determined by the account in scope for ids in the path', async () => {
    const inChild = `/accounts/${world.customer.id}/accounts/${world.channel.id}`;
    expectRefusal(await world.channel.api.get(inChild), 404);
  });
});
