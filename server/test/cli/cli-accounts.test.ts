import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type ApiClient, type Json } from '../support/api-client.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';

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

let count = 0;
const create = (role: string, ...options: string[]): Promise<Json> =>
  operator.json('accounts', 'create', '--name', `${role} ${++count}`, '--role', role, ...options);

async function clientOf(account: Json, ...options: string[]): Promise<ApiClient & { keyId: string }> {
  const { id, key } = await operator.json('keys', 'create', '--account', account.id, ...options);
  return { ...apiClient(server, key), keyId: id };
}

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

describe('agents', () => {
  it('enrol, list and revoke manage the agents of a feed', async () => {
    const account = await create('channel');
    const client = await clientOf(account);
    const { body: feed } = await client.post('/feeds', { type: 'agent' });
    const made = await operator.json('agents', 'enrol', '--feed', feed.id, '--name', 'Office');
    expect(made).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^ra_/),
      expires_at: expect.stringMatching(/Z$/),
      command: expect.stringMatching(/^regrove-agent enrol https:\S+ ra_\S+$/),
    });
    const { stdout } = await operator.run('agents', 'enrol', '--feed', feed.id);
    expect(stdout).toMatch(/^regrove-agent enrol https:\S+ ra_\S+\n\n/);
    const agents: Json[] = await operator.json('agents', 'list', '--feed', feed.id);
    expect(agents).toEqual((await client.get(`/feeds/${feed.id}/agents`)).body);
    expect(agents.map(({ name }) => name)).toEqual([null, 'Office']);
    expect((await operator.run('agents', 'list', '--feed', feed.id)).stdout).toContain('Office');
    expect(await operator.json('agents', 'revoke', made.id, '--feed', feed.id)).toEqual({
      id: made.id,
      deleted: true,
    });
    expect(await operator.json('agents', 'list', '--feed', feed.id)).toHaveLength(1);
    expect(await operator.failure(1, 'agents', 'revoke', made.id, '--feed', feed.id)).toContain(
      'no such agent',
    );
  });

  it('enrol refuses other feeds', async () => {
    const { body: feed } = await (
      await clientOf(await create('channel'))
    ).post('/feeds', { type: 'fmaudit' });
    expect(await operator.failure(1, 'agents', 'enrol', '--feed', feed.id)).toContain('type agent');
    const unknown = '01900000-0000-7000-8000-00000000dead';
    expect(await operator.failure(1, 'agents', 'list', '--feed', unknown)).toContain('There is no feed');
  });
});

describe('keys', () => {
  it('create makes a key that works immediately and is shown only once', async () => {
    const account = await create('channel');
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
      scope: null,
      mcp_write: false,
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      revoked_at: null,
    };
    expect(await listed()).toEqual([entry]);
    expect((await apiClient(server, made.key).get('/account')).body.id).toBe(account.id);
    await until(
      'the use of the key to be noted',
      async () => (await listed())[0].last_used_at,
      (seen) => seen !== null,
    );
    expect(await listed()).toEqual([{ ...entry, last_used_at: expect.stringMatching(/Z$/) }]);
    expect(JSON.stringify(await server.sql('select * from api_keys'))).not.toContain(made.key);
  });

  it('create limits a key to the readings of a feed, and list says so', async () => {
    const account = await create('channel');
    const { body: feed } = await (await clientOf(account)).post('/feeds', { type: 'fmaudit' });
    const limited = ['--account', account.id, '--scope', 'readings', '--feed', feed.id];
    const { id, key } = await operator.json('keys', 'create', ...limited);
    const client = apiClient(server, key);
    expect((await client.get('/account')).status).toBe(403);
    const sent = await client.post(`/feeds/${feed.id}/readings`, { readings: [{ device: 'A', total: 1 }] });
    expect(sent.status).toBe(200);
    const listed: Json[] = await operator.json('keys', 'list', '--account', account.id);
    expect(listed.find((one) => one.id === id).scope).toEqual({ kind: 'readings', feed_id: feed.id });
    const { stdout } = await operator.run('keys', 'list', '--account', account.id);
    expect(stdout).toContain(`readings of feed ${feed.id}`);
  });

  it('create refuses half a scope, and the feed of another account', async () => {
    const [account, other] = [await create('channel'), await create('channel')];
    const { body: feed } = await (await clientOf(other)).post('/feeds', { type: 'fmaudit' });
    for (const half of [
      ['--scope', 'readings'],
      ['--feed', feed.id],
    ])
      expect((await operator.run('keys', 'create', '--account', account.id, ...half)).code).toBe(2);
    const foreign = ['--account', account.id, '--scope', 'readings', '--feed', feed.id];
    expect(await operator.run('keys', 'create', ...foreign)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no such feed'),
    });
    expect(await operator.json('keys', 'list', '--account', account.id)).toEqual([]);
  });

  it('create prints only the key on the first line for people', async () => {
    const { id, name } = await create('channel');
    const { stdout } = await operator.run('keys', 'create', '--account', id);
    const [key = '', empty, sentence] = stdout.split('\n');
    expect((await apiClient(server, key).get('/account')).body.id).toBe(id);
    expect(empty).toBe('');
    expect(sentence).toContain(name);
  });

  it('revoke disables one key immediately while a server runs, and no other', async () => {
    const account = await create('channel');
    const [ended, kept] = [await clientOf(account), await clientOf(account)];
    expect((await ended.get('/account')).status).toBe(200);
    const revoked = await operator.json('keys', 'revoke', ended.keyId);
    expect(revoked).toMatchObject({ id: ended.keyId, revoked_at: expect.stringMatching(/Z$/) });
    expect((await ended.get('/account')).status).toBe(401);
    expect((await kept.get('/account')).status).toBe(200);
    // Repeating it changes nothing, including the timestamp.
    expect(await operator.json('keys', 'revoke', ended.keyId)).toEqual(revoked);
  });

  it('let programs that use them by MCP write, or not', async () => {
    const account = await create('channel');
    const { id } = await operator.json('keys', 'create', '--account', account.id, '--mcp-write');
    const listed = async (): Promise<Json> =>
      (await operator.json('keys', 'list', '--account', account.id))[0];
    expect((await listed()).mcp_write).toBe(true);
    expect((await operator.run('keys', 'list', '--account', account.id)).stdout).toContain(
      'reads and writes',
    );
    for (const [state, text] of [
      ['off', 'only reads'],
      ['on', 'reads and writes'],
    ] as const) {
      const { stdout } = await operator.run('keys', 'update', id, '--mcp-write', state);
      expect(stdout).toBe(`By MCP, key ${id} ${text} from now on\n`);
      expect((await listed()).mcp_write).toBe(state === 'on');
    }
  });

  it('list shows no keys of other accounts', async () => {
    const account = await create('channel');
    expect(await operator.json('keys', 'list', '--account', account.id)).toEqual([]);
    expect((await operator.run('keys', 'list', '--account', account.id)).stdout).toBe(
      'id  name  revision  only for  by mcp  created  last used  revoked\n',
    );
  });
});
