import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { operatorAccounts } from '../support/operator-accounts.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

// The commands run next to a server on the same database.
let server: TestServer;
let operator: Operator;
beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator({ database: server.database });
});
afterAll(async () => {
  await operator.close();
  await server.stop();
});

const { create, clientOf } = operatorAccounts(
  () => operator,
  () => server,
);

describe('accounts create', () => {
  it('prints the expanded root account, as the API returns it', async () => {
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

  it.each(['distributor', 'channel'])('creates a root account with the role %s', async (role) => {
    expect(await create(role)).toMatchObject({ role, parent_id: null });
  });

  it('refuses a name or an external id that another root account has', async () => {
    const { name } = await create('distributor', '--external-id', 'root-1');
    const again = ['accounts', 'create', '--role', 'channel', '--name'];
    expect(await operator.failure(1, ...again, name)).toMatch(/name is already taken by another root/);
    expect(await operator.failure(1, ...again, 'Another', '--external-id', 'root-1')).toMatch(
      /external_id is already taken by another root/,
    );
    // Below another account, they are not taken.
    const parent = await create('distributor');
    const below = ['--parent', parent.id, '--external-id', 'root-1', '--json'];
    expect((await operator.run(...again, name, ...below)).code).toBe(0);
  });

  it('defaults the display name to the name', async () => {
    const { name, display_name, external_id } = await create('channel');
    expect({ display_name, external_id }).toEqual({ display_name: name, external_id: null });
  });

  it('creates an account below its parent, with the matching role', async () => {
    const root = await create('distributor');
    const channel = await create('channel', '--parent', root.id);
    const customer = await create('customer', '--parent', channel.id);
    expect([channel.parent_id, customer.parent_id]).toEqual([root.id, channel.id]);
    const below = (role: string, parent: Json): Promise<string> =>
      operator.failure(1, 'accounts', 'create', '--name', 'N', '--role', role, '--parent', parent.id);
    expect(await below('customer', root)).toMatch(/--role must be channel below a distributor/);
    expect(await below('channel', channel)).toMatch(/--role must be customer below a channel/);
    expect(await below('customer', customer)).toMatch(/customer/);
  });

  it('refuses a name or an external id that a sibling already has', async () => {
    const parent = ['--parent', (await create('distributor')).id];
    const { name } = await create('channel', ...parent, '--external-id', 'taken');
    const again = ['accounts', 'create', '--role', 'channel', ...parent, '--name'];
    expect(await operator.failure(1, ...again, name)).toMatch(/name/);
    expect(await operator.failure(1, ...again, 'fresh', '--external-id', 'taken')).toMatch(/external_id/);
  });

  it('prints the id for people', async () => {
    const { stdout } = await operator.run('accounts', 'create', '--name', 'Plain', '--role', 'channel');
    expect(stdout).toMatch(/^Created channel Plain: [0-9a-f-]{36}\n\n.*\n\n.* keys create --account \S+\n$/);
  });
});

describe('accounts list', () => {
  it('lists all accounts as the API returns them, or those of a parent', async () => {
    const root = await create('distributor');
    const [one, two] = [
      await create('channel', '--parent', root.id),
      await create('channel', '--parent', root.id),
    ];
    const below = await operator.json('accounts', 'list', '--parent', root.id);
    expect(below).toEqual((await (await clientOf(root)).get('/accounts')).body);
    expect(below.map(({ id }: Json) => id)).toEqual([one.id, two.id]);
    const all = (await operator.json('accounts', 'list')) as Json[];
    expect(all.filter(({ id }) => [root.id, one.id, two.id].includes(id))).toHaveLength(3);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(await operator.json('accounts', 'list', '--parent', two.id)).toEqual([]);
  });

  it('prints any number of accounts as one array', async () => {
    await server.sql(`insert into accounts (id, parent_id, lineage, name, name_sort, display_name, role, status, created_at,
        search_text)
      select id, null, array[id], 'Many ' || n, 'many ' || n, 'Many', 'channel', 'active', now(), 'many'
      from (select gen_random_uuid() as id, n from generate_series(1, 1100) n) made`);
    const [counted] = await server.sql('select count(*)::int as accounts from accounts');
    expect(await operator.json('accounts', 'list')).toHaveLength(counted?.['accounts'] as number);
  });

  it('prints a table for people', async () => {
    const root = await create('distributor', '--external-id', 'T-1');
    const none = await operator.run('accounts', 'list', '--parent', root.id);
    expect(none.stdout).toBe(`There are no accounts below ${root.name}.\n`);
    const { id, name } = await create('channel', '--parent', root.id, '--external-id', 'T-2');
    const { stdout } = await operator.run('accounts', 'list', '--parent', root.id);
    expect(stdout.split('\n').map((row) => row.split(/ {2,}/))).toEqual([
      ['id', 'name', 'role', 'status', 'external id', 'parent'],
      [id, name, 'channel', 'active', 'T-2', root.id],
      [''],
    ]);
  });
});

describe('accounts show', () => {
  it('prints the expanded account, and all of it for people', async () => {
    const account = await create('distributor');
    expect(await operator.json('accounts', 'show', account.id.toUpperCase())).toEqual(account);
    const { stdout } = await operator.run('accounts', 'show', account.id);
    expect(stdout).toMatch(new RegExp(`^name +${account.name}$`, 'm'));
    expect(stdout).toMatch(/^external id +-$/m);
    expect(stdout.trimEnd().split('\n')).toHaveLength(Object.keys(account).length);
  });
});

describe('accounts deactivate and activate', () => {
  it('switch an account, visible in the API, and add an audit entry each by the operator', async () => {
    const account = await create('distributor');
    const api = await clientOf(account);
    const off = await operator.json('accounts', 'deactivate', account.id);
    expect(off).toMatchObject({ id: account.id, status: 'inactive', deactivated_at: expect.any(String) });
    expect((await api.get('/account')).body).toEqual(off);
    expect((await api.post('/deposits', { pages: 1 })).status).toBe(400);
    // Repeating it changes nothing.
    expect(await operator.json('accounts', 'deactivate', account.id)).toEqual(off);
    expect((await operator.run('accounts', 'deactivate', account.id)).stdout).toBe(
      `${account.name} is inactive, as before\n`,
    );
    const { stdout } = await operator.run('accounts', 'activate', account.id);
    expect(stdout).toBe(`${account.name} is active\n`);
    expect((await api.post('/deposits', { pages: 1 })).status).toBe(200);
    const entries = await operator.json('audit', 'list', '--account', account.id);
    const ofStatus = entries.filter(({ action }: Json) => /activate$/.test(action));
    expect(ofStatus.map(({ action, actor }: Json) => [action, actor.kind])).toEqual([
      ['account.activate', 'operator'],
      ['account.deactivate', 'operator'],
    ]);
  });
});

describe('accounts settings', () => {
  it('shows the defaults, sets the given values and keeps the rest', async () => {
    const account_id = (await create('channel')).id;
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
    const account = await create('channel');
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
    ['--rate', 'free', 2, /--rate/],
    ['--rate', '-1', 2, /--rate/],
    ['--rate', '1e3', 2, /--rate/],
    ['--carbon-projects', 'x', 2, /--carbon-projects <ids>' .* It must be ids/],
    [
      '--carbon-projects',
      '01900000-0000-7000-8000-00000000dead',
      1,
      /--carbon-projects: there is no project/,
    ],
  ] as const)('refuses %s %s and changes nothing', async (option, value, code, message) => {
    const { id } = await create('channel');
    expect(await operator.failure(code, 'accounts', 'settings', id, option, value)).toMatch(message);
    expect(await operator.json('accounts', 'settings', id)).toMatchObject({
      rate: null,
      carbon_project_ids: [],
    });
  });
});
