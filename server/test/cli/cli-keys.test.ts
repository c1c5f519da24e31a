import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, type Json } from '../support/api-client.js';
import { type Operator, createOperator } from '../support/command-line.js';
import { operatorAccounts } from '../support/operator-accounts.js';
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

const { create, clientOf } = operatorAccounts(
  () => operator,
  () => server,
);

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
