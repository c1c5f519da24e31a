import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { request } from 'undici';
import type { Answer } from '../support/api-client.js';
import { startFreezablePostgres, type FreezablePostgres } from '../support/frozen-postgres.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let postgres: FreezablePostgres;
let world: World;
beforeAll(async () => {
  postgres = await startFreezablePostgres();
  world = await startWorld({
    REGROVE_DATABASE_URL: postgres.url,
    REGROVE_CONNECTION_TIMEOUT_MS: '5000',
    REGROVE_QUERY_TIMEOUT_MS: '1000',
  });
});
afterEach(() => {
  postgres.thaw();
});
afterAll(async () => {
  await world.stop();
  await postgres.stop();
});

const readiness = async (): Promise<unknown> => {
  const answer = await request(`http://127.0.0.1:${world.server.running.httpPort}/health/ready`);
  return answer.body.json();
};

function expectAway({ status, body, headers }: Answer): void {
  expect({ status, body }).toEqual({
    status: 503,
    body: { code: 503, error: 'The database is not reachable at the moment; try again shortly' },
  });
  expect(headers['retry-after']).toBe('1');
}

it('Requests to a frozen database get a 503 with Retry-After, readiness reports it, and all recovers when the database resumes', async () => {
  const { api } = world.customer;
  const deposit = (): Promise<Answer> => api.post('/deposits', { pages: 1 });
  expect((await deposit()).status).toBe(200);
  expect(await readiness()).toEqual({ ready: true });

  await postgres.freeze();
  for (const answer of await Promise.all([
    api.get('/account'),
    deposit(),
    world.stranger.api.get('/account'),
  ]))
    expectAway(answer);
  await until('the database to be missed', async () =>
    JSON.stringify(await readiness()).includes('database'),
  );
  expect(await readiness()).toEqual({ ready: false, reason: 'database' });

  postgres.thaw();
  await until(
    'the server to be ready again',
    async () => JSON.stringify(await readiness()),
    (seen) => seen === '{"ready":true}',
  );
  expect((await deposit()).status).toBe(200);
  expect((await api.get('/deposits')).status).toBe(200);
});

it('A transaction in a frozen database fails with a 503 and closes its connection', async () => {
  const { api } = world.customer;
  const headers = { 'idempotency-key': 'frozen' };
  const user = { email: 'someone@example.com' };
  const { instance } = world.server.running;
  const pool = instance.openPool({ connections: 1, timeouts: instance.config.databaseTimeouts });
  // Frozen while the transaction is open: only the commit is missing.
  await expect(pool.transaction(() => postgres.freeze())).rejects.toMatchObject({ kind: 'unavailable' });
  expect(pool.driver.totalCount).toBe(0);
  expectAway(await api.post('/users', user, { headers }));
  postgres.thaw();
  await until(
    'requests to be answered again',
    async () => (await api.get('/account')).status,
    (status) => status === 200,
  );
  expect((await api.post('/users', user, { headers })).status).toBe(200);
  expect(await pool.transaction(() => Promise.resolve('done'))).toBe('done');
});
