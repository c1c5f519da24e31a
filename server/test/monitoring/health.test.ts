import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../src/main/serve.js';
import { readConfig } from '../../src/platform/config/config.js';
import type { Json } from '../support/api-client.js';
import { createDataDirectory } from '../support/data-directory.js';
import { endOutage, beginOutage } from '../support/outage.js';
import { freePort } from '../support/ports.js';
import { start } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let log = '';
beforeAll(async () => {
  world = await startWorld({ REGROVE_RATE_LIMIT: '1', REGROVE_TRUSTED_PROXIES: '192.0.2.1' });
});
afterAll(() => world.stop());

interface Health {
  readonly status: number;
  readonly body: Json;
}

async function ask(
  url: string,
  options: { method?: 'GET' | 'HEAD'; dispatcher?: Agent } = {},
): Promise<Health> {
  const answer = await request(url, options);
  const text = await answer.body.text();
  return { status: answer.statusCode, body: text === '' ? undefined : JSON.parse(text) };
}

const plain = (path: string, port = world.server.running.httpPort): Promise<Health> =>
  ask(`http://127.0.0.1:${String(port)}${path}`);

const secure = (path: string): Promise<Health> =>
  ask(world.server.running.baseUrl + path, { dispatcher: world.server.agent });

const isReady = { status: 200, body: { ready: true } };
const unready = (reason: string): Health => ({ status: 503, body: { ready: false, reason } });

describe('The health endpoints, without a key or a rate limit,', () => {
  it('report on both ports that the process is alive and ready', async () => {
    for (const way of [plain, secure]) {
      for (let i = 0; i < 3; i++) {
        expect(await way('/health/live')).toEqual({ status: 200, body: { live: true } });
        expect(await way('/health/ready')).toEqual(isReady);
      }
    }
  });

  it('support HEAD, and there are no other paths below them', async () => {
    const url = `${world.server.running.baseUrl}/health`;
    const dispatcher = world.server.agent;
    for (const path of ['live', 'ready'])
      expect(await ask(`${url}/${path}`, { method: 'HEAD', dispatcher })).toEqual({
        status: 200,
        body: undefined,
      });
    expect((await plain('/health/secrets')).status).toBe(404);
  });
});

describe('The server is alive but not ready', () => {
  it('while the database is down, and recovers without a restart', async () => {
    await beginOutage(world.server);
    await until(
      'the server not to be ready',
      async () => (await plain('/health/ready')).status,
      (status) => status === 503,
    );
    expect(await plain('/health/ready')).toEqual(unready('database'));
    expect((await plain('/health/live')).status).toBe(200);
    await endOutage(world.server);
    await until(
      'the server to be ready again',
      async () => (await plain('/health/ready')).status,
      (status) => status === 200,
    );
  });

  it('while the schema is older than this version, but not when it is newer', async () => {
    const { server } = world;
    const [newest] = await server.sql<{ name: string }>(
      'delete from migrations where name = (select max(name) from migrations) returning name',
    );
    await until(
      'the server not to be ready',
      async () => (await plain('/health/ready')).status,
      (status) => status === 503,
    );
    expect(await plain('/health/ready')).toEqual(unready('schema'));
    await server.sql(`insert into migrations (name) values ($1), ('9999-of-a-later-version')`, [
      newest?.name,
    ]);
    await until(
      'the server to be ready again',
      async () => (await plain('/health/ready')).status,
      (status) => status === 200,
    );
    await server.sql(`delete from migrations where name like '9999%'`);
  });

  it('until everything is prepared for the first request', async () => {
    let isPrepared = false;
    const { dataDir } = world.server.running.instance.config;
    const env = { REGROVE_DATA_DIR: dataDir, REGROVE_DATABASE_URL: world.server.database.url };
    const starting = await startServer(
      readConfig({ ...env, REGROVE_PORT: '0', REGROVE_HTTP_PORT: '0', REGROVE_ACCESS_LOG: '1' }),
      { runsJobs: false, isPrepared: () => isPrepared, logTo: { write: (line) => void (log += line) } },
    );
    expect(await plain('/health/ready', starting.httpPort)).toEqual(unready('starting'));
    expect((await plain('/health/live', starting.httpPort)).status).toBe(200);
    isPrepared = true;
    expect(await plain('/health/ready', starting.httpPort)).toEqual(isReady);
    await starting.stop();
    expect(log).not.toContain('health');
  });
});

it('After SIGTERM, a server first reports that it is not ready and still serves, then refuses connections and ends', async () => {
  const directory = await createDataDirectory();
  const httpPort = await freePort();
  const server = start(['serve', '--no-jobs'], {
    ...directory.env,
    REGROVE_DATABASE_URL: world.server.database.url,
    REGROVE_HTTP_PORT: String(httpPort),
    REGROVE_DRAIN_SECONDS: '8',
  });
  directory.processes.push(server);
  await server.printed(/ready: (https:\S+)/);
  // Uses new connections: kept ones would not show whether new ones are accepted.
  const dispatcher = new Agent({ pipelining: 0 });
  const look = (path: string): Promise<Health | undefined> =>
    ask(`http://127.0.0.1:${String(httpPort)}${path}`, { dispatcher }).catch(() => undefined);
  expect(await look('/health/ready')).toEqual(isReady);
  server.signal('SIGTERM');
  await until(
    'the server not to be ready',
    async () => (await look('/health/ready'))?.status,
    (status) => status !== 200,
  );
  expect(await look('/health/ready')).toEqual(unready('draining'));
  expect((await look('/health/live'))?.status).toBe(200);
  // The API still responds: it refuses the request because it is not HTTPS.
  expect((await look('/v1/account'))?.status).toBe(403);
  await until(
    'the server to stop answering',
    () => look('/health/live'),
    (seen) => seen === undefined,
  );
  const { code, signal } = await server.ending;
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  await directory.remove();
});
