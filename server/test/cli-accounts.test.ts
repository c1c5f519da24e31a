import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type ApiClient, type Json } from './support/api-client.js';
import { type Operator, sitDown } from './support/command-line.js';
import { startTestServer, type TestServer } from './support/test-server.js';
import { until } from './support/until.js';

// The commands run beside a server on the same database.
let server: TestServer;
let operator: Operator;
beforeAll(async () => {
  server = await startTestServer();
  operator = await sitDown({ database: server.database });
});
afterAll(async () => {
  await operator.leave();
  await server.stop();
});

let count = 0;
const create = (role: string, ...options: string[]): Promise<Json> =>
  operator.json('accounts', 'create', '--name', `${role} ${++count}`, '--role', role, ...options);

async function clientOf(account: Json, ...options: string[]): Promise<ApiClient & { keyId: string }> {
  const { id, key } = await operator.json('keys', 'create', '--account', account.id, ...options);
  return { ...apiClient(server, key), keyId: id };
}

describe('accounts create', () => {
  it('prints the expanded account of a root, as the API shows it', async () => {
    const account = await create('distributor', '--display-name', 'Shown', '--external-id', 'X-1');
    expect(account).toMatchObject({
      display_name: 'Shown',
      external_id: 'X-1',
      role: 'distributor',
      parent_id: null,
      status: 'active',
      accounts_count: 0,
      ltd_trees: 0,
    });
    expect((await (await clientOf(account)).get('/account')).body).toEqual(account);
  });

  it.each(['distributor', 'channel', 'customer'])('makes a root of role %s', async (role) => {
    expect(await create(role)).toMatchObject({ role, parent_id: null });
  });

  it('falls back to the name for the display name', async () => {
    const { name, display_name, external_id } = await create('customer');
    expect({ display_name, external_id }).toEqual({ display_name: name, external_id: null });
  });

  it('puts an account below its parent, with the role that belongs there', async () => {
    const root = await create('distributor');
    const channel = await create('channel', '--parent', root.id);
    const customer = await create('customer', '--parent', channel.id);
    expect([channel.parent_id, customer.parent_id]).toEqual([root.id, channel.id]);
    const below = (role: string, parent: Json): Promise<string> =>
      operator.failure(1, 'accounts', 'create', '--name', 'N', '--role', role, '--parent', parent.id);
    expect(await below('customer', root)).toMatch(/--role must be channel/);
    expect(await below('customer', customer)).toMatch(/customer/);
  });

  it('refuses a name or an external id that a sibling has', async () => {
    const parent = ['--parent', (await create('distributor')).id];
    const { name } = await create('channel', ...parent, '--external-id', 'taken');
    const again = ['accounts', 'create', '--role', 'channel', ...parent, '--name'];
    expect(await operator.failure(1, ...again, name)).toMatch(/name/);
    expect(await operator.failure(1, ...again, 'fresh', '--external-id', 'taken')).toMatch(/external_id/);
  });

  it('tells a person the id', async () => {
    const { stdout } = await operator.run('accounts', 'create', '--name', 'Plain', '--role', 'customer');
    expect(stdout).toMatch(/^Created customer Plain: [0-9a-f-]{36}\n$/);
  });
});

describe('accounts settings', () => {
  it('shows the defaults, sets what is given and keeps the rest', async () => {
    const account_id = (await create('customer')).id;
    const file = await operator.file('carbon.json', [
      { name: 'Wind', type: 'Energy', registry_name: 'Verra', price_per_tonne: 10 },
      { name: 'Sun', type: 'Energy', registry_name: 'Verra', price_per_tonne: 20 },
    ]);
    await operator.json('carbon-projects', 'import', file);
    const ids = (await operator.json('carbon-projects', 'list')).map(({ id }: Json) => id);
    const settings = (...options: string[]): Promise<Json> =>
      operator.json('accounts', 'settings', account_id, ...options);

    const shown = { locale: 'en', badge_enabled: false };
    const defaults = { account_id, rate: null, carbon_project_ids: [], ...shown };
    expect(await settings()).toEqual(defaults);
    expect(await settings('--rate', '0.0005')).toEqual({ ...defaults, rate: 0.0005 });
    const both = { ...defaults, rate: 0.0005, carbon_project_ids: ids };
    expect(await settings('--carbon-projects', ids.join(','))).toEqual(both);
    expect(await settings()).toEqual(both);
    expect(await settings('--rate', '', '--carbon-projects', '')).toEqual(defaults);
    const seen = { ...defaults, locale: 'de', badge_enabled: true };
    expect(await settings('--locale', 'de', '--badge', 'on')).toEqual(seen);
    expect(await settings('--badge', 'off')).toEqual({ ...seen, badge_enabled: false });
    const [last] = await operator.json('audit', 'list', '--account', account_id, '--limit', '1');
    expect([last.action, last.before, last.after]).toEqual([
      'account_settings.update',
      { badge_enabled: true },
      { badge_enabled: false },
    ]);
    expect(await operator.failure(2, 'accounts', 'settings', account_id, '--locale', 'tlh')).toMatch(/tlh/);
  });

  it('sets the price that the API charges', async () => {
    const account = await create('customer');
    const forest = await operator.file('forest.json', [
      { name: 'F', forest_latitude: 1, forest_longitude: 2 },
    ]);
    await operator.json('projects', 'import', forest);
    const [{ id: project_id }] = await operator.json('projects', 'list');
    await operator.json('accounts', 'settings', account.id, '--rate', '0.01');
    const api = await clientOf(account);
    const quote = await api.post('/quotes', { project_id, items: [{ quantity: 1000 }] });
    expect(quote.body).toMatchObject({ standard_pages: 1000, price: 10 });
  });

  it.each([
    ['--rate', 'free', /--rate/],
    ['--rate', '-1', /--rate/],
    ['--rate', '1e3', /--rate/],
    ['--carbon-projects', 'x', /--carbon-projects names a project that does not exist: x/],
    ['--carbon-projects', '01900000-0000-7000-8000-00000000dead', /--carbon-projects .* does not exist/],
  ])('refuses %s %s and changes nothing', async (option, value, message) => {
    const { id } = await create('customer');
    expect(await operator.failure(1, 'accounts', 'settings', id, option, value)).toMatch(message);
    expect(await operator.json('accounts', 'settings', id)).toMatchObject({
      rate: null,
      carbon_project_ids: [],
    });
  });
});

describe('keys', () => {
  it('create makes a key that works at once, shown this once', async () => {
    const account = await create('customer');
    const made = await operator.json('keys', 'create', '--account', account.id, '--name', 'till 4');
    expect(made).toEqual({
      id: expect.any(String),
      key: expect.any(String),
      account_id: account.id,
      revision: '1.6.6',
    });
    const listed = (): Promise<Json> => operator.json('keys', 'list', '--account', account.id);
    const entry = {
      id: made.id,
      account_id: account.id,
      name: 'till 4',
      revision: '1.6.6',
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      revoked_at: null,
    };
    expect(await listed()).toEqual([entry]);
    expect((await apiClient(server, made.key).get('/account')).body.id).toBe(account.id);
    await until(async () => (await listed())[0].last_used_at !== null);
    expect(await listed()).toEqual([{ ...entry, last_used_at: expect.stringMatching(/Z$/) }]);
    expect(JSON.stringify(await server.sql('select * from api_keys'))).not.toContain(made.key);
  });

  it('create prints the key alone on the first line for a person', async () => {
    const { id, name } = await create('customer');
    const { stdout } = await operator.run('keys', 'create', '--account', id);
    const [key = '', empty, sentence] = stdout.split('\n');
    expect((await apiClient(server, key).get('/account')).body.id).toBe(id);
    expect(empty).toBe('');
    expect(sentence).toContain(name);
  });

  it('revoke ends one key at once beside a running server, and no other', async () => {
    const account = await create('customer');
    const [ended, kept] = [await clientOf(account), await clientOf(account)];
    expect((await ended.get('/account')).status).toBe(200);
    const revoked = await operator.json('keys', 'revoke', ended.keyId);
    expect(revoked).toMatchObject({ id: ended.keyId, revoked_at: expect.stringMatching(/Z$/) });
    expect((await ended.get('/account')).status).toBe(401);
    expect((await kept.get('/account')).status).toBe(200);
    // Once more changes nothing, the time included.
    expect(await operator.json('keys', 'revoke', ended.keyId)).toEqual(revoked);
  });

  it('list shows nothing of other accounts', async () => {
    const account = await create('customer');
    expect(await operator.json('keys', 'list', '--account', account.id)).toEqual([]);
    expect((await operator.run('keys', 'list', '--account', account.id)).stdout).toBe(
      'id  name  revision  created  last used  revoked\n',
    );
  });
});
