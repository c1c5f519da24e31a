import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { readConfig } from '../../src/platform/config/config.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Answer } from '../support/api-client.js';
import { runInProcess } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld({
    REGROVE_LOCK_TIMEOUT_MS: '200',
    REGROVE_STATEMENT_TIMEOUT_MS: '5000',
    REGROVE_IDLE_TRANSACTION_TIMEOUT_MS: '3000',
  });
});
afterAll(() => world.stop());

function expectTooLong({ status, body, headers }: Answer): void {
  expect({ status, body }).toEqual({
    status: 503,
    body: { code: 503, error: 'The database took too long; try again shortly' },
  });
  expect(headers['retry-after']).toBe('1');
}

async function holding<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: world.server.database.url });
  await holder.connect();
  try {
    await holder.query(`begin; ${lock}`);
    return await work();
  } finally {
    await holder.end();
  }
}

/** Runs this code in each insert into a table. */
async function inInserts(table: string, code: string, work: () => Promise<void>): Promise<void> {
  await world.server.sql(`
    create or replace function in_insert() returns trigger language plpgsql as $$
    begin ${code}; return new; end $$`);
  await world.server.sql(
    `create trigger in_insert before insert on ${table} for each row execute function in_insert()`,
  );
  try {
    await work();
  } finally {
    await world.server.sql(`drop trigger in_insert on ${table}`);
  }
}

describe('A request', () => {
  it('that waits too long for a lock gets a 503 with Retry-After and changes nothing', async () => {
    const { api } = world.customer;
    const { id } = (await api.post('/deposits', { pages: 5 })).body;
    await holding('select from deposits for update', async () => {
      expectTooLong(await api.delete(`/deposits/${id}`));
    });
    expect((await api.get(`/deposits/${id}`)).status).toBe(200);
    expect((await api.delete(`/deposits/${id}`)).status).toBe(200);
  });

  it('whose statement takes too long gets the same', async () => {
    const quote = { project_id: world.projects.forest, items: [{ quantity: 10 }] };
    await inInserts('quotes', 'perform pg_sleep(120)', async () => {
      expectTooLong(await world.customer.api.post('/quotes', quote));
    });
    expect((await world.customer.api.get('/quotes')).body).toEqual([]);
    expect((await world.customer.api.post('/quotes', quote)).status).toBe(200);
  });

  it('that repeats one in progress waits no longer than for any other lock', async () => {
    const headers = { 'idempotency-key': 'once' };
    const deposit = (): Promise<Answer> => world.customer.api.post('/deposits', { pages: 3 }, { headers });
    await world.server.sql('create table let_go ()');
    await world.server.sql('grant select on let_go to public');
    const untilLetGo = 'while not exists (select from let_go) loop perform pg_sleep(0.01); end loop';
    await inInserts('deposits', untilLetGo, async () => {
      const [one, other] = [deposit(), deposit()];
      const first = await Promise.race([one, other]);
      expectTooLong(first);
      await world.server.sql('insert into let_go default values');
      const answers = await Promise.all([one, other]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 503]);
    });
    expect((await deposit()).headers['idempotent-replayed']).toBe('true');
  });
});

it('An idle transaction of a request is ended, and its connection is not used again', async () => {
  const { instance } = world.server.running;
  const pool = instance.openPool({ connections: 1, timeouts: instance.config.databaseTimeouts });
  await expect(
    pool.withClient(async (client) => {
      await client.query('begin');
      await new Promise((resolve) => client.once('error', resolve));
      await client.query('commit');
    }),
  ).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await pool.withClient(async (client) => (await client.query('select 1 as one')).rows)).toEqual([
    { one: 1 },
  ]);
});

describe('Without such time limits', () => {
  const unlimited = `
    if current_setting('statement_timeout') <> '0' or current_setting('lock_timeout') <> '0' then
      raise exception 'This is not to be limited';
    end if`;

  it('a month is closed', async () => {
    await world.customer.api.post('/deposits', { pages: 100, date: '2026-01-05' });
    await inInserts('biomass_offsets', unlimited, async () => {
      const closed = await closeMonth(world.server.running.instance.context, readMonth('2026-01'));
      expect(closed).toMatchObject({ deposits: 1 });
    });
  });

  it('commands are run', async () => {
    const { dataDir } = world.server.running.instance.config;
    await inInserts('accounts', unlimited, async () => {
      const { code, stderr } = await runInProcess(
        ['accounts', 'create', '--name', 'Slow', '--role', 'distributor', '--json'],
        {
          REGROVE_DATA_DIR: dataDir,
          REGROVE_DATABASE_URL: world.server.database.url,
          REGROVE_STATEMENT_TIMEOUT_MS: '5000',
          REGROVE_LOCK_TIMEOUT_MS: '200',
        },
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });
  });
});

it('An invalid time limit is reported at startup', () => {
  for (const name of ['STATEMENT', 'LOCK', 'IDLE_TRANSACTION', 'QUERY'])
    expect(() => readConfig({ [`REGROVE_${name}_TIMEOUT_MS`]: '5s' })).toThrow(
      `REGROVE_${name}_TIMEOUT_MS must be milliseconds from 0 to 3600000`,
    );
  expect(() => readConfig({ REGROVE_CONNECTION_TIMEOUT_MS: '0' })).toThrow(
    'must be milliseconds from 1 to 3600000',
  );
  expect(readConfig({ REGROVE_STATEMENT_TIMEOUT_MS: '60000' }).databaseTimeouts.queryMs).toBe(65_000);
  expect(readConfig({ REGROVE_STATEMENT_TIMEOUT_MS: '0' }).databaseTimeouts.queryMs).toBe(0);
});
