import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPool } from '../../src/database/database.js';
import { startJobs } from '../../src/jobs/start-jobs.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startForwarder, type Forwarder } from '../support/forwarder.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { canRunPgBouncer, startPgBouncer, type PgBouncer } from '../support/pgbouncer.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

describe.skipIf(!canRunPgBouncer)('Through PgBouncer in session mode', () => {
  let forwarder: Forwarder;
  let bouncer: PgBouncer;
  let database: TestDatabase;
  let world: World;
  beforeAll(async () => {
    const { user } = inject('postgres');
    // Its account cannot reach the socket.
    forwarder = await startForwarder(inject('postgres'));
    bouncer = await startPgBouncer({ host: '127.0.0.1', port: forwarder.port, user });
    database = await createTestDatabase();
    world = await startWorld({
      REGROVE_DATABASE_URL: `postgresql://${user}@127.0.0.1:${bouncer.port}/${database.name}`,
    });
  });
  afterAll(async () => {
    await world.stop();
    await bouncer.stop();
    await forwarder.close();
    await database.drop();
  });

  it('sessions have the role and the timeouts of the server, and a later one does not inherit them', async () => {
    const { pool } = world.server.running.instance;
    const role = await pool.driver.query<{ role: string }>('select current_user::text as role');
    expect(role.rows).toEqual([{ role: 'regrove_app' }]);
    const timeoutIn = async (session: Record<string, string>): Promise<unknown> => {
      const other = openPool({ connectionString: world.server.database.url, session }, () => undefined);
      const { rows } = await other.driver.query<{ statement_timeout: string }>('show statement_timeout');
      await other.close();
      return rows[0]?.statement_timeout;
    };
    expect(await timeoutIn({ statement_timeout: '7s' })).toBe('7s');
    expect(await timeoutIn({})).toBe('0');
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
    const user = { email: 'twice@example.com' };
    expect([await api.post('/users', user), await api.post('/users', user)]).toMatchObject([
      { status: 200 },
      { status: 400 },
    ]);
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
