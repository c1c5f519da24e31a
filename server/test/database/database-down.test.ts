import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.js';
import { createDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { endOutage, cutConnections, beginOutage } from '../support/outage.js';
import { closedPort } from '../support/ports.js';
import { regrove } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

function expectOutage({ status, body, headers }: Answer): void {
  expect(status).toBe(503);
  expect(body).toEqual({ code: 503, error: expect.stringMatching(/database is not reachable/) });
  expect(headers['retry-after']).toBe('1');
  expect(headers['content-type']).toMatch(/^application\/json/);
}

describe('an external database that closes all connections', () => {
  it('causes at most an error of the usual shape, and later requests reconnect', async () => {
    expect((await world.customer.api.get('/account')).status).toBe(200);
    await cutConnections(world.server);
    await until('requests to be answered again', async () => {
      const answer = await world.customer.api.get('/account');
      if (answer.status !== 200) expectOutage(answer);
      return answer.status === 200;
    });
  });

  it('rolls back a request in progress, which fails with an error', async () => {
    const before = (await world.customer.api.get('/deposits')).body;
    const holder = new pg.Client({ connectionString: world.server.database.url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin; lock table deposits in exclusive mode');
    const answer = world.customer.api.post('/deposits', { pages: 9 });
    await until('the request to wait for the lock', async () => {
      // Other tests may be waiting for locks in other databases of the same server.
      const { rowCount } = await holder.query(
        'select from pg_locks join pg_database on oid = database where not granted and datname = current_database()',
      );
      return rowCount === 1;
    });
    // The lock is held until the request has ended: otherwise it might still succeed.
    await holder.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    expectOutage(await answer);
    await holder.end();
    await until(
      'requests to be answered again',
      async () => (await world.customer.api.get('/account')).status,
      (status) => status === 200,
    );
    expect((await world.customer.api.get('/deposits')).body).toEqual(before);
  });
});

describe('an external database that refuses connections', () => {
  beforeEach(() => beginOutage(world.server));

  it('causes a 503 for every request until it is back, without a restart', async () => {
    for (const [method, path, body] of [
      ['GET', '/account', undefined],
      ['GET', '/deposits', undefined],
      ['POST', '/deposits', { pages: 1 }],
      ['DELETE', '/deposits/01900000-0000-7000-8000-00000000dead', undefined],
    ] as const) {
      expectOutage(await world.customer.api.call(method, path, { body }));
    }
    await endOutage(world.server);
    expect((await world.customer.api.get('/account')).status).toBe(200);
    expect((await world.customer.api.post('/deposits', { pages: 1 })).status).toBe(200);
  });
});

describe('a database that is missing when the server starts', () => {
  let directory: DataDirectory;
  beforeAll(async () => {
    directory = await createDataDirectory();
  });
  afterAll(() => directory.remove());

  it.each([
    ['nothing listens', async () => `127.0.0.1:${await closedPort()}/regrove`, /not reachable.*ECONNREFUSED/],
    ['the name does not resolve', () => Promise.resolve('db.invalid/regrove'), /not reachable.*db\.invalid/],
  ])('ends the start with exit code 1 and a clear message if %s', async (_, place, message) => {
    const url = `postgresql://someone:pa55w0rd@${await place()}`;
    for (const command of ['serve', 'worker']) {
      const { code, stdout, stderr } = await regrove([command], {
        ...directory.env,
        REGROVE_DATABASE_URL: url,
      });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/pa55w0rd|^\s+at /m);
    }
  });

  it('is named in the message if it does not exist', async () => {
    const url = world.server.database.url.replace(world.server.database.name, 'no_such_database');
    const { code, stderr } = await regrove(['serve'], { ...directory.env, REGROVE_DATABASE_URL: url });
    expect(code).toBe(1);
    expect(stderr).toContain('no_such_database');
  });
});
