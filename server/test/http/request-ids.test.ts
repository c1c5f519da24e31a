import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../src/main/serve.js';
import { readConfig } from '../../src/platform/config/config.js';
import { apiClient, type ApiClient } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const ourOwn = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Trusts no proxy. */
let world: World;
/** Of the same installation; trusts these tests as its proxy and logs every request. */
let proxied: RunningServer;
let log = '';
let api: ApiClient;
beforeAll(async () => {
  world = await startWorld();
  proxied = await startServer(
    readConfig({
      REGROVE_DATA_DIR: world.server.running.instance.config.dataDir,
      REGROVE_DATABASE_URL: world.server.database.url,
      REGROVE_PORT: '0',
      REGROVE_HTTP_PORT: '0',
      REGROVE_TRUSTED_PROXIES: '127.0.0.1',
      REGROVE_ACCESS_LOG: '1',
    }),
    { runsJobs: false, logTo: { write: (line) => void (log += line) } },
  );
  api = apiClient({ url: `${proxied.baseUrl}/v1`, agent: world.server.agent }, world.channel.key);
});
afterAll(async () => {
  await proxied.stop();
  await world.stop();
});

const lines = (): Record<string, unknown>[] =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line): Record<string, unknown> => JSON.parse(line));

const idGiven = async (by: ApiClient, id: string): Promise<unknown> =>
  (await by.get('/account', { headers: { 'x-request-id': id } })).headers['x-request-id'];

describe('The id of a request', () => {
  it.each(['a', 'A-b_c.9', '0af7651916cd43dd8448eb211c80319c', 'x'.repeat(128)])(
    'is that of a trusted proxy if it is valid: %s',
    async (id) => {
      expect(await idGiven(api, id)).toBe(id);
    },
  );

  it.each(['', 'x'.repeat(129), 'a b', 'a,b', 'a"b', '{}', 'é', '<script>'])(
    'is generated if that of a trusted proxy is invalid: "%s"',
    async (id) => {
      expect(await idGiven(api, id)).toMatch(ourOwn);
    },
  );

  it('is generated if the proxy sends none, and if the sender is not a trusted proxy', async () => {
    expect((await api.get('/account')).headers['x-request-id']).toMatch(ourOwn);
    expect(await idGiven(world.channel.api, 'a-b-c')).toMatch(ourOwn);
  });
});

describe('Every error has a request id', () => {
  it('in the response header, whatever refused the request', async () => {
    const origin = proxied.baseUrl;
    const dispatcher = world.server.agent;
    for (const [path, method] of [
      ['/v1/account', 'GET'],
      ['/v1/%', 'GET'],
      ['/nothing', 'GET'],
      ['/app/session', 'GET'],
      ['/certificates/none', 'GET'],
      ['/v1/deposits', 'PUT'],
    ] as const) {
      const answer = await request(origin + path, { method, dispatcher });
      await answer.body.dump();
      expect([path, answer.statusCode >= 400]).toEqual([path, true]);
      expect(answer.headers['x-request-id'], path).toMatch(ourOwn);
    }
  });

  it('even if the request is not HTTP', async () => {
    const socket = connect(proxied.httpPort, '127.0.0.1');
    await once(socket, 'connect');
    socket.end('NONSENSE\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [^]*\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  });

  it('in the log, for internal errors of the API and of pages', async () => {
    const { server } = world;
    await server.sql('alter table deposits add constraint refuses_all check (false) not valid');
    const failed = await api.post('/deposits', { pages: 1 }, { headers: { 'x-request-id': 'api-failure' } });
    expectRefusal(failed, 500);
    await server.sql('alter table deposits drop constraint refuses_all');
    await server.sql('alter table biomass_certificates rename to hidden');
    const page = await request(`${proxied.baseUrl}/certificates/01900000-0000-7000-8000-00000000dead`, {
      dispatcher: world.server.agent,
      headers: { 'x-request-id': 'page-failure', accept: 'text/html' },
    });
    await page.body.dump();
    await server.sql('alter table hidden rename to biomass_certificates');
    expect(page.statusCode).toBe(500);
    const failures = lines().filter(({ level }) => level === 50);
    expect(failures.map(({ requestId }) => requestId)).toEqual(['api-failure', 'page-failure']);
  });
});

describe('With REGROVE_ACCESS_LOG=1', () => {
  it('every request has a line with its id, route, status and duration, and no IP address', async () => {
    const id = '01900000-0000-7000-8000-00000000beef';
    await api.get(`/deposits/${id}?secret=1`, { headers: { 'x-request-id': 'one' } });
    await api.get('/nothing', { headers: { 'x-request-id': 'two' } });
    const line = (requestId: string): Record<string, unknown> | undefined =>
      lines().find((one) => one['requestId'] === requestId);
    await until(
      'the log lines of both requests',
      () => line('one') !== undefined && line('two') !== undefined,
    );
    expect(line('one')).toMatchObject({
      level: 30,
      msg: 'request',
      method: 'GET',
      route: '/v1/deposits/:id',
      status: 404,
      ms: expect.any(Number),
    });
    expect(line('two')).toMatchObject({ route: null, status: 404 });
    expect(log).not.toContain(id);
    expect(log).not.toContain('secret');
  });

  const lineOf = async (requestId: string): Promise<Record<string, unknown>> => {
    const find = (): Record<string, unknown> | undefined =>
      lines().find((one) => one['requestId'] === requestId && one['msg'] === 'request');
    await until('the log line', find, (seen) => seen !== undefined);
    return find() ?? {};
  };

  it('the line of a request has the key, its account, the account in scope and the error message', async () => {
    const { channel, customer } = world;
    const refused = await api.post(
      `/accounts/${customer.id}/deposits`,
      { pages: 'many\u001b[31m' },
      { headers: { 'x-request-id': 'refused' } },
    );
    expectRefusal(refused, 400, /pages/);
    const line = await lineOf('refused');
    expect(line).toMatchObject({
      status: 400,
      keyId: channel.keyId,
      accountId: channel.id,
      scopeId: customer.id,
      error: refused.body.error,
    });
    await api.get('/account', { headers: { 'x-request-id': 'fine' } });
    expect(await lineOf('fine')).toMatchObject({ status: 200, keyId: channel.keyId, accountId: channel.id });
    expect(await lineOf('fine')).not.toHaveProperty('error');
    expect(await lineOf('fine')).not.toHaveProperty('scopeId');
  });

  it('a refused request can be found by the id in its response, whatever refused it', async () => {
    const dispatcher = world.server.agent;
    const guessed = `rg_${'a'.repeat(54)}`;
    for (const [path, headers, status] of [
      ['/v1/account', {}, 401],
      ['/v1/account', { authorization: `Bearer ${guessed}` }, 401],
      [`/v1/${guessed}`, {}, 401],
      ['/nothing', {}, 404],
      ['/v1/%', {}, 401],
      ['/app/session', {}, 401],
    ] as const) {
      const answer = await request(proxied.baseUrl + path, { headers, dispatcher });
      const body = (await answer.body.json()) as { error: string };
      const line = await lineOf(String(answer.headers['x-request-id']));
      expect([path, answer.statusCode, line['status']]).toEqual([path, status, status]);
      expect(line['error']).toBe(body.error);
      expect(line).not.toHaveProperty('keyId');
    }
    expect(log).not.toContain(guessed);
  });

  it('a request that is not HTTP can be found as well', async () => {
    const socket = connect(proxied.httpPort, '127.0.0.1');
    await once(socket, 'connect');
    socket.end('NONSENSE\r\n\r\n');
    const [, id = ''] = /X-Request-Id: (\S+)/.exec(await text(socket)) ?? [];
    expect(await lineOf(id)).toMatchObject({
      status: 400,
      route: null,
      error: 'The request is not valid HTTP',
    });
  });

  it('no token is written, even if an error message quotes the request, and messages are short', async () => {
    const token = world.channel.key;
    for (const [id, externalId] of [
      ['quotes-a-key', token],
      ['quotes-a-lot', 'x'.repeat(5_000)],
    ] as const) {
      const headers = { 'x-request-id': id };
      await api.post('/deposits', { pages: 1, [externalId]: 1 }, { headers });
      const { error } = await lineOf(id);
      expect(String(error).length).toBeGreaterThan(10);
      expect(String(error).length).toBeLessThanOrEqual(500);
    }
    expect(log).not.toContain(token);
    expect((await lineOf('quotes-a-key'))['error']).toContain('[secret]');
  });
});

describe('With REGROVE_ACCESS_LOG=errors', () => {
  it('only refused and failed requests have a line', async () => {
    let few = '';
    const { config } = world.server.running.instance;
    const quiet = await startServer(
      readConfig({
        REGROVE_DATA_DIR: config.dataDir,
        REGROVE_DATABASE_URL: world.server.database.url,
        REGROVE_PORT: '0',
        REGROVE_HTTP_PORT: '0',
        REGROVE_ACCESS_LOG: 'errors',
      }),
      { runsJobs: false, logTo: { write: (line) => void (few += line) } },
    );
    const client = apiClient({ url: `${quiet.baseUrl}/v1`, agent: world.server.agent }, world.channel.key);
    const fine = await client.get('/account');
    const refused = await client.get('/deposits/none');
    await until('the log line of the refusal', () => few.includes(String(refused.headers['x-request-id'])));
    expect(few).not.toContain(String(fine.headers['x-request-id']));
    await quiet.stop();
  });
});
