import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { canRunPgBouncer, startPgBouncer, type PgBouncer } from '../support/pgbouncer.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

describe.skipIf(!canRunPgBouncer)('Through PgBouncer in session mode', () => {
  let bouncer: PgBouncer;
  let database: TestDatabase;
  let world: World;
  beforeAll(async () => {
    const { host, port, user } = inject('postgres');
    bouncer = await startPgBouncer({ host, port, user });
    database = await createTestDatabase();
    world = await startWorld({
      REGROVE_DATABASE_URL: `postgresql://${user}@127.0.0.1:${bouncer.port}/${database.name}`,
    });
  });
  afterAll(async () => {
    await world.stop();
    await bouncer.stop();
    await database.drop();
  });

  it('sessions have the role and the timeouts of the server, and a later one does not inherit them', async () => {
    const { instance } = world.server.running;
    const shown = async (name: string): Promise<unknown> => {
      const { rows } = await instance.pool.driver.query<{ value: string }>(
        `select current_setting('${name}') as value`,
      );
      return rows[0]?.value;
    };
    expect(await shown('role')).toBe('regrove_app');
    const limited = instance.openPool({ connections: 1, timeouts: instance.config.databaseTimeouts });
    const { rows } = await limited.driver.query<{ statement_timeout: string }>('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '3min' }]);
    await limited.close();
    for (let count = 0; count < 5; count++) expect(await shown('statement_timeout')).toBe('0');
  });

  it('the API stores, lists, replays and refuses', async () => {
    const { api } = world.customer;
    const headers = { 'idempotency-key': 'the same' };
    const first = await api.post('/deposits', { pages: 7 }, { headers });
    const again = await api.post('/deposits', { pages: 7 }, { headers });
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
    expect(again.body).toEqual(first.body);
    await Promise.all(Array.from({ length: 40 }, () => api.post('/biomass/offsets', { pages: 10 })));
    expect((await api.get('/biomass/offsets')).body).toHaveLength(40);
    expect((await api.get('/deposits')).body).toEqual([first.body]);
    expect((await api.post('/deposits', { pages: -1 })).status).toBe(400);
    expect(await bouncer.serverConnections()).toBeGreaterThan(0);
  });

  it('jobs run as soon as they are enqueued, and close and bill a month', async () => {
    const { api } = world.customer;
    const { server } = world;
    await api.post('/deposits', { pages: 5000, date: '2026-03-10T00:00:00Z' });
    const jobs = startJobs(server.running.instance);
    await server.sql(`select graphile_worker.add_job('close-month', '{"month":"2026-03"}'::json)`);
    await until('the month to be closed and billed', async () => {
      const [row] = await server.sql(
        `select from month_ends where month = '2026-03-01' and closed_at is not null and billed_at is not null`,
      );
      return row !== undefined;
    });
    await jobs.stop();
    expect((await api.get('/invoices')).body).toHaveLength(1);
    await expectLedgerInBalance(server);
  });
});
