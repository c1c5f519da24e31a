import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { openPool } from '../../src/database/database.js';
import { statement } from '../../src/database/statement.js';
import { readMonth } from '../../src/platform/time/months.js';
import { bill } from '../support/billing.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { asAdmin } from '../support/database.js';
import { startWorld, type World } from '../support/world.js';

/** 44 minutes and 30 seconds behind UTC until January 1972: no other zone had a seconds offset for so long. */
const oddZone = 'Africa/Monrovia';
const usualZone = process.env['TZ'];

let world: World;
beforeAll(async () => {
  process.env['TZ'] = oddZone;
  expect(new Date('1971-06-01T00:00:00Z').getTimezoneOffset()).not.toBe(0);
  world = await startWorld();
});
afterAll(async () => {
  if (usualZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = usualZone;
  await world.stop();
});
afterEach(() => {
  world.server.setNow(undefined);
});

const selectZone = statement<{ zone: string; at: Date }>(
  `select current_setting('TimeZone') as zone, $1::timestamptz as at`,
);

describe('On a host in a zone with a seconds offset', () => {
  it('dates are stored and returned unchanged', async () => {
    const { api } = await world.newAccount();
    for (const date of ['1970-01-01T00:00:00Z', '1971-06-01T12:34:56Z']) {
      expect((await api.post('/deposits', { pages: 5, date })).body.date).toBe(date);
      const { body } = await api.post('/biomass/offsets', { pages: 5, date });
      expect(body.date).toBe(date);
      expect((await api.get(`/biomass/certificates/${body.certificate_id}`)).body.date).toBe(date);
    }
    const [stored] = await world.server.sql<{ utc: string }>(
      `select to_char(min(date) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as utc from deposits`,
    );
    expect(stored?.utc).toBe('1970-01-01 00:00:00');
  });

  it('days and months are in UTC: lists, counters, the close and the ledger', async () => {
    const { id, api } = await world.newAccount();
    for (const date of ['1971-05-31T23:59:59Z', '1971-06-01T00:00:00Z']) {
      await api.post('/deposits', { pages: 100, date });
      await api.post('/biomass/offsets', { pages: 7, date });
    }
    const june = '?start_date=1971-06-01&end_date=1971-06-30';
    expect((await api.get(`/deposits${june}`)).body).toHaveLength(1);
    expect((await api.get(`/biomass/offsets${june}`)).body).toHaveLength(1);
    const { context } = world.server.running.instance;
    await closeMonth(context, readMonth('1971-05'));
    const settled = await world.server.sql(
      `select to_char(date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as date, pages from biomass_offsets
       where account_id = $1 and settled_month is not null`,
      [id],
    );
    expect(settled).toEqual([{ date: '1971-05-31 23:59:59', pages: '100' }]);
    expect((await api.get('/volume?start_date=1971-05-01&end_date=1971-06-30')).body).toMatchObject([
      { date: '1971-05-01T00:00:00Z', pages: 107 },
      { date: '1971-06-01T00:00:00Z', pages: 7 },
    ]);
    await bill(world.server, '1971-05');
    await expectLedgerInBalance(world.server);
  });
});

describe('In a database with its own time zone', () => {
  it('every session is in UTC, and keeps the other options of its URL', async () => {
    const { name, url } = world.server.database;
    await asAdmin((client) => client.query(`alter database ${name} set timezone = 'America/St_Johns'`));
    const settings = [
      { connectionString: url },
      { connectionString: url, options: '-c statement_timeout=7s' },
      { connectionString: `${url}&options=-c%20statement_timeout%3D7s` },
    ];
    for (const connection of settings) {
      const pool = openPool(connection, () => undefined);
      const at = new Date('1930-01-01T00:00:00Z');
      expect(await pool.first(selectZone, [at])).toEqual({ zone: 'UTC', at });
      const timeout = await pool.driver.query<{ statement_timeout: string }>('show statement_timeout');
      expect(timeout.rows[0]?.statement_timeout).toBe(connection === settings[0] ? '0' : '7s');
      await pool.close();
    }
  });
});
