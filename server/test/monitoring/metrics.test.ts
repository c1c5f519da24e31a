import { AggregatorRegistry } from 'prom-client';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.js';
import { createMetrics } from '../../src/monitoring/metrics.js';
import { enqueueInOwnTransaction } from '../../src/database/job-store.js';
import { createDataDirectory } from '../support/data-directory.js';
import { blockInserts } from '../support/blocked-inserts.js';
import { readMetrics, scrape, type Scrape } from '../support/metrics.js';
import { endOutage, beginOutage } from '../support/outage.js';
import { freePort } from '../support/ports.js';
import { unknownId } from '../support/refusal.js';
import { regrove, start } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({ REGROVE_METRICS_PORT: '0' });
});
afterAll(() => world.stop());

const look = (): Promise<Scrape> => scrape(world.server.running.metricsPort);

/** The figures from the database are cached for ten seconds. */
function letTimePass(): void {
  world.server.setNow(new Date(world.server.now().getTime() + 11_000));
}

const requests = 'regrove_http_request_duration_seconds';

describe('Requests are timed', () => {
  it('by method, route pattern and status', async () => {
    const { api, id } = world.channel;
    const counts = async (): Promise<(number | undefined)[]> => {
      const seen = await look();
      return [
        seen.value(`${requests}_count`, { method: 'GET', route: '/v1/deposits/:id', status: '404' }),
        seen.value(`${requests}_bucket`, {
          method: 'POST',
          route: '/v1/accounts/:account_id/deposits',
          status: '200',
          le: '+Inf',
        }),
      ];
    };
    await api.get(`/deposits/${unknownId}`);
    await api.post(`/accounts/${id}/deposits`, { pages: 1 });
    await until('each request to be counted once', async () =>
      (await counts()).every((count) => count === 1),
    );
    await api.get(`/deposits/${unknownId}`);
    await until(
      'the request to be counted',
      async () => (await counts())[0],
      (count) => count === 2,
    );
  });

  it('with one route for all unknown paths, so that clients cannot create labels', async () => {
    const before = (await look()).value(`${requests}_count`, { route: 'none', status: '404' }) ?? 0;
    for (const path of ['/v1/invented-a', '/v1/invented-b/1', '/v1/deposits/x/y/z'])
      await world.channel.api.get(path.slice('/v1'.length));
    await request(`${world.server.running.baseUrl}/invented-c`, { dispatcher: world.server.agent });
    await until('all four requests to be counted', async () => {
      const seen = await look();
      expect(seen.text).not.toContain('invented');
      return seen.value(`${requests}_count`, { route: 'none', status: '404' }) === before + 4;
    });
  });

  it('without revealing who sent them', async () => {
    const { text } = await look();
    for (const { id, key, keyId } of [world.channel, world.distributor])
      for (const secret of [id, key, keyId]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('in buckets that add up', async () => {
    const seen = await look();
    const labels = { method: 'GET', route: '/v1/deposits/:id', status: '404' };
    const counts = seen
      .labels(`${requests}_bucket`, 'le')
      .map((le) => seen.value(`${requests}_bucket`, { ...labels, le }) ?? NaN);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(seen.value(`${requests}_count`, labels));
    expect(seen.value(`${requests}_sum`, labels)).toBeGreaterThan(0);
  });
});

it('Requests in progress and database connections in use are counted until the response is sent', async () => {
  const counts = async (): Promise<(number | undefined)[]> => {
    const seen = await look();
    const inUse = seen.value('regrove_database_connections', { state: 'in_use' });
    return [seen.value('regrove_http_requests_in_flight'), inUse];
  };
  const blocked = await blockInserts(world.server, 'quotes');
  const accounts = [world.distributor, world.channel, await world.newAccount()];
  const quote = { project_id: world.projects.forest, items: [{ quantity: 10 }] };
  const answers = accounts.map(({ api }) => api.post('/quotes', quote));
  await blocked.waitFor(3);
  expect(await counts()).toEqual([3, 3]);
  await blocked.release();
  await Promise.all(answers);
  await until('requests under way to be over', async () => (await counts()).every((count) => count === 0));
});

it('Connections, the pool, statements, memory and the version are reported', async () => {
  await world.channel.api.post('/deposits', { pages: 1 });
  const seen = await look();
  expect(seen.value('regrove_connections', { listener: 'https' })).toBeGreaterThan(0);
  expect(seen.value('regrove_connections', { listener: 'http' })).toBe(0);
  expect(seen.value('regrove_database_connections', { state: 'idle' })).toBeGreaterThan(0);
  expect(seen.value('regrove_database_waiting')).toBe(0);
  for (const kind of ['read', 'write'])
    expect(seen.value('regrove_database_statement_duration_seconds_count', { kind })).toBeGreaterThan(0);
  expect(seen.value('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(seen.names).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(seen.value('regrove_build_info')).toBe(1);
  expect(seen.labels('regrove_build_info', 'version')[0]).toMatch(/^\d+\.\d+\.\d+/);
});

describe('Figures from the database', () => {
  it('are read on request, at most every ten seconds', async () => {
    const server = world.server;
    letTimePass();
    expect((await look()).value('regrove_feeds', { health: 'unhealthy' })).toBe(0);
    await world.channel.api.post('/feeds', { type: 'push' });
    await server.sql(`update feeds set health_check = 'unhealthy'`);
    await enqueueInOwnTransaction(server.running.instance.context.db, {
      task: { name: 'purge-sessions', attempts: 3 },
      payload: {},
    });
    expect((await look()).value('regrove_feeds', { health: 'unhealthy' })).toBe(0);
    letTimePass();
    const seen = await look();
    expect(seen.value('regrove_feeds', { health: 'unhealthy' })).toBe(1);
    expect(seen.value('regrove_feeds', { health: 'healthy' })).toBe(0);
    expect(seen.value('regrove_jobs', { state: 'waiting' })).toBe(1);
    expect(seen.value('regrove_jobs', { state: 'failed' })).toBe(0);
    expect(seen.value('regrove_jobs_late_seconds')).toBeGreaterThanOrEqual(0);
    expect(seen.value('regrove_mails', { state: 'waiting' })).toBe(0);
    expect(seen.value('regrove_up_database')).toBe(1);
  });

  it('are omitted while the database is down, and everything else is still reported', async () => {
    letTimePass();
    await beginOutage(world.server);
    const away = await look();
    expect(away.value('regrove_up_database')).toBe(0);
    for (const name of ['regrove_jobs', 'regrove_jobs_late_seconds', 'regrove_mails', 'regrove_feeds'])
      expect(away.names).not.toContain(name);
    // It is read once a second.
    await until(
      'the log to be unknown',
      async () => (await look()).value('regrove_log_halted'),
      (halted) => halted === undefined,
    );
    expect(away.names).toContain(`${requests}_count`);
    await endOutage(world.server);
    await until(
      'the database to be back',
      async () => (await look()).value('regrove_up_database'),
      (seen) => seen === 1,
    );
    expect((await look()).names).toContain('regrove_jobs_late_seconds');
  });
});

it('Jobs are timed by task and result', async () => {
  const { context } = world.server.running.instance;
  const count = async (task: string, outcome: string): Promise<number> =>
    (await look()).value('regrove_job_duration_seconds_count', { task, outcome }) ?? 0;
  await enqueueInOwnTransaction(context.db, {
    task: { name: 'settle-month', attempts: 1 },
    payload: { month: 'never' },
  });
  const jobs = startJobs(world.server.running.instance);
  await until(
    'a job to be done',
    () => count('purge-sessions', 'done'),
    (count) => count > 0,
  );
  await until(
    'a job to fail',
    () => count('settle-month', 'failed'),
    (count) => count === 1,
  );
  await jobs.stop();
  letTimePass();
  expect((await look()).value('regrove_jobs', { state: 'failed' })).toBe(1);
});

it('Metrics of several processes can be added up', async () => {
  const processes = [createMetrics('1.2.3'), createMetrics('1.2.3')];
  for (const { instrumentation } of processes) await instrumentation.job('a-task', () => Promise.resolve());
  const measured = processes.map(({ registry }) => registry.getMetricsAsJSON());
  const sum = readMetrics(await AggregatorRegistry.aggregate(await Promise.all(measured)).metrics());
  for (const part of ['count', 'bucket'])
    expect(sum.value(`regrove_job_duration_seconds_${part}`, { task: 'a-task', outcome: 'done' })).toBe(2);
  expect(sum.value('regrove_build_info', { version: '1.2.3' })).toBe(1);
});

describe('The metrics listener', () => {
  it('is separate: other ports have no metrics, and this one has nothing else', async () => {
    const { baseUrl, metricsPort } = world.server.running;
    const beside = await request(`${baseUrl}/metrics`, { dispatcher: world.server.agent });
    expect(beside.statusCode).toBe(404);
    const place = `http://127.0.0.1:${String(metricsPort)}`;
    for (const path of ['/', '/v1/account', '/metrics/x'])
      expect((await request(place + path)).statusCode).toBe(404);
    expect((await request(`${place}/metrics`, { method: 'POST' })).statusCode).toBe(404);
    expect((await request(`${place}/metrics`)).headers['content-type']).toMatch(
      /^text\/plain; version=0.0.4/,
    );
  });

  it('also exists for workers', async () => {
    const directory = await createDataDirectory();
    const port = await freePort();
    const env = {
      ...directory.env,
      REGROVE_DATABASE_URL: world.server.database.url,
      REGROVE_METRICS_PORT: String(port),
    };
    const worker = start(['worker'], env);
    directory.processes.push(worker);
    await worker.printed(/(Running jobs)/);
    const { names } = await until(
      'the worker to reach its database',
      () => scrape(port),
      (seen) => seen.value('regrove_up_database') === 1,
    );
    expect(names).not.toContain('regrove_connections');

    const { code, stderr } = await regrove(['worker'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`port ${String(port)}.*REGROVE_METRICS_PORT`));
    expect((await worker.stop()).code).toBe(0);
    await directory.remove();
  });

  it('does not exist unless it is configured', async () => {
    const quiet = await startWorld();
    expect(quiet.server.running.metricsPort).toBeUndefined();
    await quiet.stop();
  });
});
