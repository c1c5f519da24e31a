import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueInOwnTransaction } from '../../src/database/job-store.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { closedPort } from '../support/ports.js';
import { repository, spawnRecorded } from '../support/regrove-process.js';
import { serve, type ServeProcess } from '../support/serve-process.js';
import { startTraceCollector, type CollectedSpan, type TraceCollector } from '../support/trace-collector.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const callersTrace = '0af7651916cd43dd8448eb211c80319c';
const callersSpan = 'b7ad6b7169203331';

let world: World;
let directory: DataDirectory;
let collector: TraceCollector;
let server: ServeProcess;
let api: ApiClient;
beforeAll(async () => {
  world = await startWorld();
  collector = await startTraceCollector();
  directory = await createDataDirectory();
  server = await serve(directory, {
    REGROVE_DATABASE_URL: world.server.database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'regrove-of-the-tests',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  api = await server.client(world.channel.key);
});
afterAll(async () => {
  await directory.remove();
  await collector.close();
  await world.stop();
});

const idOf = ({ headers }: Answer): unknown => headers['x-request-id'];

/** The span of the request with this response, once it has been collected. */
async function spanOf(answer: Answer): Promise<CollectedSpan> {
  let found: CollectedSpan | undefined;
  await until('the span of the request', () => {
    found = collector.spans.find(({ attributes }) => attributes['regrove.request_id'] === idOf(answer));
    return found !== undefined;
  });
  return found as CollectedSpan;
}

const childrenOf = ({ spanId, traceId }: CollectedSpan): CollectedSpan[] =>
  collector.spans.filter((span) => span.parentSpanId === spanId && span.traceId === traceId);

const statementName = /^(SELECT|INSERT|UPDATE|DELETE|CALL) s_[\w-]{24}$/;

describe('A request', () => {
  it('has a span with its route, status and id that continues the trace of the caller; its statements are child spans', async () => {
    const answer = await api.post(
      '/deposits',
      { pages: 4711 },
      { headers: { traceparent: `00-${callersTrace}-${callersSpan}-01` } },
    );
    expect(answer.status).toBe(200);
    const span = await spanOf(answer);
    expect(span).toMatchObject({
      name: 'POST /v1/deposits',
      traceId: callersTrace,
      parentSpanId: callersSpan,
      kind: 2,
      failed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/deposits',
        'http.response.status_code': 200,
      },
    });
    await until(
      'spans below that of the request',
      () => childrenOf(span).length,
      (count) => count > 1,
    );
    const statements = childrenOf(span);
    for (const { name } of statements) expect(name).toMatch(statementName);
    const operations = statements.map(({ attributes }) => attributes['db.operation.name']);
    // The key is looked up before the body has arrived, the deposit is written after.
    expect(operations).toContain('SELECT');
    expect(operations).toContain('INSERT');
  });

  it('has its statements as child spans even if its body arrives in pieces', async () => {
    const raw = `{"pages": 4711${' '.repeat(600_000)}}`;
    const answer = await api.call('POST', '/deposits', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    const span = await spanOf(answer);
    expect(childrenOf(span).map(({ attributes }) => attributes['db.operation.name'])).toContain('INSERT');
  });

  it.each([
    ['has no traceparent', undefined],
    ['is malformed', 'from-a-caller'],
    ['names no trace', `00-${'0'.repeat(32)}-${callersSpan}-01`],
    ['names no span', `00-${callersTrace}-${'0'.repeat(16)}-01`],
    ['has an impossible version', `ff-${callersTrace}-${callersSpan}-01`],
  ])('starts a new trace when it %s', async (_, traceparent) => {
    const span = await spanOf(await api.get('/account', { headers: { traceparent } }));
    expect(span).toMatchObject({ name: 'GET /v1/account', parentSpanId: '' });
    expect(span.traceId).not.toBe(callersTrace);
  });

  it('is not traced if its caller says that the trace is not sampled', async () => {
    const before = collector.spans.length;
    const untaken = await api.get('/account', {
      headers: { traceparent: `00-${'9'.repeat(32)}-${callersSpan}-00` },
    });
    expect(untaken.status).toBe(200);
    // A later span has arrived, so an earlier one would have, too.
    await spanOf(await api.get('/account'));
    expect(collector.spans.length).toBeGreaterThan(before);
    expect(collector.spans.map(({ traceId }) => traceId)).not.toContain('9'.repeat(32));
  });

  it('has no route if the path is unknown, and is marked if it fails with a server error', async () => {
    const lost = await spanOf(await api.get('/somewhere/else?secret=1'));
    expect(lost).toMatchObject({ name: 'GET', failed: false });
    expect(lost.attributes).not.toHaveProperty('http.route');
    await world.server.sql('alter table deposits add constraint refuses_all check (false) not valid');
    const failed = await api.post('/deposits', { pages: 4711 });
    await world.server.sql('alter table deposits drop constraint refuses_all');
    const span = await spanOf(failed);
    expect(span).toMatchObject({ failed: true, attributes: { 'http.response.status_code': 500 } });
    expect(childrenOf(span).filter(({ failed: isFailed }) => isFailed)).toHaveLength(1);
  });
});

it('A job has its own trace, with its statements as child spans', async () => {
  const { db } = world.server.running.instance.context;
  await enqueueInOwnTransaction(db, { task: { name: 'purge-sessions', attempts: 1 }, payload: {} });
  const job = (): CollectedSpan | undefined =>
    collector.spans.find(({ name }) => name === 'job purge-sessions');
  await until('the span of the job', job, (seen) => seen !== undefined);
  const span = job() as CollectedSpan;
  expect(span).toMatchObject({ parentSpanId: '', attributes: { 'regrove.task': 'purge-sessions' } });
  await until(
    'spans below that of the job',
    () => childrenOf(span).length,
    (count) => count > 0,
  );
  for (const { name } of childrenOf(span)) expect(name).toMatch(statementName);
});

it('Traces contain nothing about clients or their data, but name the service', async () => {
  await server.process.stop();
  const text = collector.text();
  const { id, key, keyId } = world.channel;
  for (const secret of [id, key, keyId, 'secret', 'somewhere', 'refuses_all', 'select '])
    expect(text).not.toContain(secret);
  // As a separate word: ids and times may contain these digits.
  expect(text).not.toMatch(/(?<![\w.-])4711(?![\w.-])/);
  expect(collector.resource).toMatchObject({
    'service.name': 'regrove-of-the-tests',
    'service.version': expect.stringMatching(/^\d/),
  });
});

it('An unreachable collector causes only a line in the log', async () => {
  const stranded = await serve(directory, {
    REGROVE_DATABASE_URL: world.server.database.url,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${String(await closedPort())}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  });
  const client = await stranded.client(world.channel.key);
  await until('word that traces could not be sent', async () => {
    expect((await client.get('/account')).status).toBe(200);
    return stranded.process.stderr.includes('traces could not be sent');
  });
  const { code, stderr } = await stranded.process.stop();
  expect(code).toBe(0);
  expect(stderr.match(/traces could not be sent/g)).toHaveLength(1);
});

describe('The tracing libraries', () => {
  const loaded = async (env: Record<string, string>): Promise<string[]> => {
    const script = `
      import { createRequire } from 'node:module';
      const { openMonitoring } = await import('./server/dist/monitoring/open-monitoring.js');
      const { readConfig } = await import('./server/dist/platform/config/config.js');
      await import('./server/dist/main/serve.js');
      await openMonitoring(readConfig(${JSON.stringify(env)}));
      const files = Object.keys(createRequire('${repository}').cache).join();
      console.log(['@opentelemetry', 'prom-client', 'ioredis'].filter((name) => files.includes(name)).join());
      process.exit();`;
    const { stdout, stderr } = await spawnRecorded(process.execPath, ['--input-type=module', '-e', script])
      .ending;
    expect(stderr).toBe('');
    return stdout.trim().split(',').filter(Boolean);
  };

  it('are loaded only if tracing is configured', async () => {
    expect(await loaded({})).toEqual([]);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', REGROVE_METRICS_PORT: '0' };
    expect(await loaded(env)).toEqual(['@opentelemetry', 'prom-client']);
  });
});
