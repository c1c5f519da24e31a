import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../src/main/serve.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { readConfig } from '../../src/platform/config/config.js';
import { apiClient, type Answer, type ApiClient } from '../support/api-client.js';
import { runInProcess, createOperator, type Operator } from '../support/command-line.js';
import { scrape } from '../support/metrics.js';
import { closedPort } from '../support/ports.js';
import { canRunRedis, startRedis, type RedisPeer } from '../support/redis.js';
import { expectRefusal } from '../support/refusal.js';
import { regrove, type ProcessResult } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const limit = 5;
const ofAccount = 12;
const password = 'pa55word-of-redis';

describe.skipIf(!canRunRedis)('Servers that share a Redis', () => {
  let redis: RedisPeer;
  let world: World;
  let second: RunningServer;
  let log = '';
  beforeAll(async () => {
    redis = await startRedis({ password });
    const env = {
      REGROVE_RATE_LIMIT: String(limit),
      REGROVE_ACCOUNT_RATE_LIMIT: String(ofAccount),
      REGROVE_REDIS_URL: redis.url,
      // A busy machine must not make a server fall back to its own counts.
      REGROVE_REDIS_TIMEOUT_MS: '1000',
    };
    world = await startWorld(env);
    second = await startBeside(world, { ...env, REGROVE_METRICS_PORT: '0' });
  });
  afterAll(async () => {
    await second.stop();
    await world.stop();
    await redis.stop();
  });

  /** Another server of the same installation, with its log captured. */
  const startBeside = (first: World, env: Record<string, string>): Promise<RunningServer> =>
    startServer(
      readConfig({
        REGROVE_DATA_DIR: first.server.running.instance.config.dataDir,
        REGROVE_DATABASE_URL: first.server.database.url,
        REGROVE_PORT: '0',
        REGROVE_HTTP_PORT: '0',
        ...env,
      }),
      { runsJobs: false, logTo: { write: (line) => void (log += line) } },
    );

  const atSecond = (key?: string): ApiClient =>
    apiClient({ url: `${second.baseUrl}/v1`, agent: world.server.agent }, key);

  const told = (): string[] =>
    log
      .split('\n')
      .filter((line) => line.includes('Redis is'))
      .map((line) => /Redis is (\w+)/.exec(line)?.[1] ?? '');

  const isUp = async (): Promise<number | undefined> =>
    (await scrape(second.metricsPort)).value('regrove_up_redis');

  /** Calls both servers in turn. */
  async function askBoth({ api, key }: TestAccount, times: number): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let i = 0; i < times; i++) answers.push(await (i % 2 ? atSecond(key) : api).get('/account'));
    return answers;
  }

  const expectShared = async (): Promise<void> => {
    const answers = await askBoth(await world.newAccount(), limit + 2);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const left = answers.map(({ headers }) => headers['ratelimit-remaining']);
    expect(left).toEqual(['4', '3', '2', '1', '0', '0', '0']);
  };

  it('share one limit for the requests of a key, with the usual headers', async () => {
    await expectShared();
    const [refused] = (await askBoth(world.channel, limit + 1)).slice(-1);
    expectRefusal(refused as Answer, 429, /5 requests per minute/);
    for (const name of ['retry-after', 'ratelimit-reset']) {
      expect(Number(refused?.headers[name])).toBeGreaterThan(0);
      expect(Number(refused?.headers[name])).toBeLessThanOrEqual(60);
    }
    expect(refused?.headers['ratelimit-limit']).toBe(String(limit));
  });

  it('share one limit for all keys of an account', async () => {
    const member = await world.newAccount();
    const { context } = world.server.running.instance;
    let refused: Answer | undefined;
    for (let used = 0; !refused && used <= ofAccount;) {
      const { key } = await createKey(context, member.account.id, { name: null, revision: '1.6.6' });
      for (const answer of await askBoth({ ...member, key, api: apiClient(world.server, key) }, limit)) {
        if (answer.status === 200) used++;
        else refused ??= answer;
      }
      expect(used).toBeLessThanOrEqual(ofAccount);
    }
    expectRefusal(refused as Answer, 429, /12 requests of an account per minute/);
  });

  it('count concurrent requests exactly', async () => {
    const { api, key } = await world.newAccount();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? atSecond(key) : api).get('/account')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
  });

  it('share one limit for failed authentications', async () => {
    const wrong = [apiClient(world.server, 'rg_wrong'), atSecond('rg_wrong')] as const;
    for (let i = 0; i < 60; i++) expect((await wrong[i % 2 ? 1 : 0].get('/account')).status).toBe(401);
    for (const one of wrong) expectRefusal(await one.get('/account'), 429, /failed authentications/);
  });

  it('share one limit for sign-in links, and Redis does not learn the addresses', async () => {
    const people = [visitor(world.server), visitor({ ...world.server, running: second })] as const;
    const ask = async (i: number): Promise<number> =>
      (await people[i % 2 ? 1 : 0].app('POST', '/app/sign-in', { email: 'someone@example.com' })).status;
    for (let i = 0; i < 5; i++) expect(await ask(i)).toBe(202);
    expect([await ask(0), await ask(1)]).toEqual([429, 429]);
    expect(await redis.keys()).not.toEqual([]);
    expect((await redis.keys()).join()).not.toContain('someone');
  });

  it('continue without Redis with a limit each, share again when it is back, and log one line for each change', async () => {
    expect(told()).toEqual([]);
    await redis.kill();
    const statuses = (await askBoth(await world.newAccount(), 2 * limit + 2)).map(({ status }) => status);
    expect(statuses).toEqual([...Array<number>(2 * limit).fill(200), 429, 429]);
    expect(told()).toEqual(['unavailable']);
    expect(await isUp()).toBe(0);
    await redis.start();
    await until(
      'word that Redis is back',
      () => told().length,
      (count) => count > 1,
    );
    expect(told()).toEqual(['unavailable', 'back']);
    expect(await isUp()).toBe(1);
    // The other server reconnects on its own schedule.
    await until('limits to be shared again', async () => {
      const { api, key } = await world.newAccount();
      await atSecond(key).get('/account');
      return (await api.get('/account')).headers['ratelimit-remaining'] === '3';
    });
    await expectShared();
  });

  it('do not wait for a Redis that has stopped responding', async () => {
    redis.signal('SIGSTOP');
    const { key } = await world.newAccount();
    for (let i = 0; i < limit; i++) expect((await atSecond(key).get('/account')).status).toBe(200);
    expectRefusal(await atSecond(key).get('/account'), 429);
    await until(
      'word that Redis does not answer',
      () => told().length,
      (count) => count > 2,
    );
    redis.signal('SIGCONT');
    await until(
      'word that Redis is back',
      () => told().length,
      (count) => count > 3,
    );
    expect(told()).toEqual(['unavailable', 'back', 'unavailable', 'back']);
  });

  it('log an error from Redis once, and count on their own meanwhile', async () => {
    await redis.command('config', 'set', 'maxmemory', '1');
    const { key } = await world.newAccount();
    for (let i = 0; i < limit; i++) expect((await atSecond(key).get('/account')).status).toBe(200);
    expectRefusal(await atSecond(key).get('/account'), 429);
    expect(told().slice(4)).toEqual(['unavailable']);
    expect(log).toMatch(/"reason":"[^"]*OOM/);
    await redis.command('config', 'set', 'maxmemory', '0');
    await atSecond(key).get('/account');
    expect(told().slice(4)).toEqual(['unavailable', 'back']);
  });

  it('never log the Redis password', () => {
    expect(log).not.toBe('');
    expect(log).not.toContain(password);
  });
});

describe('A server whose Redis is unavailable from the start', () => {
  it('still serves requests', async () => {
    const world = await startWorld({
      REGROVE_RATE_LIMIT: '1',
      REGROVE_REDIS_URL: `redis://127.0.0.1:${String(await closedPort())}`,
    });
    expect((await world.channel.api.get('/account')).status).toBe(200);
    expectRefusal(await world.channel.api.get('/account'), 429);
    await world.stop();
  });
});

describe.skipIf(!canRunRedis)('doctor', () => {
  let operator: Operator;
  beforeAll(async () => {
    operator = await createOperator();
  });
  afterAll(() => operator.close());

  const finding = ({ stdout, stderr }: ProcessResult): object | undefined => {
    expect(stdout + stderr).not.toContain(password);
    const checks: { check: string }[] = JSON.parse(stdout);
    return checks.find(({ check }) => check === 'redis');
  };

  it('connects to Redis over TLS, with the password', async () => {
    const redis = await startRedis({ password, tls: true });
    // Trusted CAs are read when a process starts.
    const env = { ...operator.env, REGROVE_REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: redis.ca };
    expect(finding(await regrove(['doctor', '--json'], env))).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^Redis \d/),
    });
    expect(finding(await runInProcess(['doctor', '--json'], env))).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/self-signed certificate/),
    });
    await redis.stop();
  });

  it('fails when Redis refuses the login or is unavailable', async () => {
    const redis = await startRedis({ password });
    const look = async (url: string): Promise<object | undefined> =>
      finding(await runInProcess(['doctor', '--json'], { ...operator.env, REGROVE_REDIS_URL: url }));
    expect(await look(redis.url)).toMatchObject({ ok: true });
    expect(await look(redis.url.replace(password, 'wrong'))).toMatchObject({
      ok: false,
      detail: expect.stringContaining('WRONGPASS'),
    });
    await redis.stop();
    expect(await look(redis.url)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
