import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTables } from '../../src/cli/doctor-tables.js';
import { adviceFor } from '../../src/cli/doctor-advice.js';
import type { Finding } from '../../src/cli/doctor-finding.js';
import { migrate } from '../../src/database/migrate.js';
import { openPool, type Pool } from '../../src/database/database.js';
import { growingTables } from '../../src/database/partitions/growing-tables.js';
import { partitionTables, type PartitionedTable } from '../../src/database/partitions/partition-tables.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { isDistributed } from '../support/database.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { generateLoad } from '../support/generate-load.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const dayMs = 86_400_000;
const monthsLater = (date: Date, months: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));

describe.skipIf(isDistributed)('Tables that grow', () => {
  const now = new Date();
  /** The first month with a partition of its own. */
  const first = monthsLater(new Date(now.getTime() + 28 * dayMs), 1);
  const eightMonthsLater = new Date(monthsLater(first, 8).getTime() + 10 * dayMs);
  const nameOf = (table: string, month: Date): string =>
    `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;

  let world: World;
  let owner: Pool;
  let operator: Operator;
  const notices: string[] = [];
  beforeAll(async () => {
    world = await startWorld();
    operator = await createOperator({ database: world.server.database });
    owner = openPool(
      { connectionString: world.server.database.url, session: { client_min_messages: 'debug1' } },
      () => undefined,
    );
    owner.driver.on('connect', (client) => {
      client.on('notice', ({ message }) => notices.push(message ?? ''));
    });
  });
  afterAll(async () => {
    await expectLedgerInBalance(world.server);
    await owner.close();
    await operator.close();
    await world.stop();
  });

  const sql = <Row extends object>(text: string): Promise<Row[]> => world.server.sql<Row>(text);
  const count = async (table: string): Promise<number> =>
    (await sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;
  const partitionsOf = async (table: string): Promise<string[]> =>
    (
      await sql<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`,
      )
    ).map(({ name }) => name);
  const partition = (at: Date, months: number): Promise<PartitionedTable[]> =>
    partitionTables(owner, { now: at, months });
  /** A deposit and an audit entry that were created at this time. */
  const insertAt = async (at: Date): Promise<void> => {
    const time = `'${at.toISOString()}'`;
    const id = `'${growingTables[0]?.startOf(at).replace(/0000-0000-\d{12}$/, '7000-8000-000000000001')}'`;
    await sql(`insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
      values ('${world.customer.id}', ${id}, ${time}, 1, 0.21, 0.297, 80, ${time})`);
    await sql(`insert into audit_entries (account_id, at, id, actor_kind, action)
      values ('${world.customer.id}', ${time}, ${id}, 'operator', 'test')`);
  };
  const placesOf = async (at: Date): Promise<string[]> =>
    (
      await sql<{ place: string }>(
        `select tableoid::regclass::text as place from deposits where date = '${at.toISOString()}'
         union all select tableoid::regclass::text from audit_entries where at = '${at.toISOString()}'`,
      )
    ).map(({ place }) => place);

  it('are not partitioned if a clock was far ahead, and then stay as they were', async () => {
    const ahead = monthsLater(now, 30);
    await insertAt(ahead);
    await sql(`delete from deposits where date = '${ahead.toISOString()}'`);
    await expect(partition(now, 2)).rejects.toThrow(
      `audit_entries has a row that was created in ${ahead.toISOString().slice(0, 7)}`,
    );
    expect(
      await sql(`select relname from pg_class where relname in ('deposits', 'audit_entries') and relkind <> 'r'
        union all select conname from pg_constraint where conname = 'partition_boundary'`),
    ).toEqual([]);
    await sql(`alter table audit_entries disable trigger user`);
    await sql(`delete from audit_entries where at = '${ahead.toISOString()}'`);
    await sql(`alter table audit_entries enable trigger user`);
  });

  it('are partitioned by month without errors while servers read and write', async () => {
    const stop = generateLoad(world);
    await until(
      'six deposits',
      () => count('deposits'),
      (n) => n > 5,
    );
    const done = await partition(now, 3);
    const until3 = monthsLater(first, 2).toISOString().slice(0, 7);
    expect(done).toEqual(
      growingTables.map(({ name }) => ({ table: name, changed: true, until: until3, partitions: 5 })),
    );
    const before = await count('deposits');
    await until(
      'six more deposits',
      () => count('deposits'),
      (n) => n > before + 5,
    );
    expect(Object.keys(await stop())).toEqual(['200']);
    for (const { name } of growingTables) {
      const months = [0, 1, 2].map((n) => nameOf(name, monthsLater(first, n)));
      const old = nameOf(`${name}_before`, first);
      expect(await partitionsOf(name)).toEqual([...months, old, `${name}_later`].sort());
      expect(await count(old)).toBe(await count(name));
    }
  });

  it('are attached without reading them again under the lock', () => {
    for (const { name } of growingTables)
      expect(notices).toContain(
        `partition constraint for table "${nameOf(`${name}_before`, first)}" is implied by existing constraints`,
      );
  });

  it('keep their indexes, under the same names, and all of them are valid', async () => {
    expect(
      await sql(`select indexrelid::regclass::text as name, indisvalid as valid from pg_index
        where indrelid in ('deposits'::regclass, 'audit_entries'::regclass) order by 1`),
    ).toEqual(
      [
        'audit_entries_by_time',
        'audit_entries_pkey',
        'deposits_by_date',
        'deposits_of_settlement',
        'deposits_pkey',
        'deposits_unprocessed',
      ].map((name) => ({ name, valid: true })),
    );
    const [old] = await sql<{ indexes: number }>(
      `select count(*)::int as indexes from pg_index where indrelid = '${nameOf('deposits_before', first)}'::regclass`,
    );
    expect(old).toEqual({ indexes: 4 });
  });

  it('are analyzed as a whole, but months without rows are not', async () => {
    expect(
      await sql(`select relname as name from pg_class where relispartition and relkind = 'r' and reltuples = 0
        or relkind = 'p' and reltuples < 1`),
    ).toEqual([]);
  });

  it('put each month into its partition, and what comes later into the last one', async () => {
    const times = [first, monthsLater(first, 2), monthsLater(first, 7)];
    for (const at of times) await insertAt(at);
    const found = await Promise.all(times.map(placesOf));
    expect(found).toEqual([
      [nameOf('deposits', first), nameOf('audit_entries', first)],
      [nameOf('deposits', monthsLater(first, 2)), nameOf('audit_entries', monthsLater(first, 2))],
      ['deposits_later', 'audit_entries_later'],
    ]);
    const { body } = await world.customer.api.get('/deposits?limit=3');
    expect(body.map(({ date }: { date: string }) => new Date(date))).toEqual(times.toReversed());
  });

  it('still refuse changes of the audit trail, in every partition', async () => {
    for (const table of ['audit_entries', ...(await partitionsOf('audit_entries'))]) {
      await expect(sql(`truncate ${table}`)).rejects.toThrow('never changed');
      if ((await count(table)) === 0) continue;
      await expect(sql(`update ${table} set action = 'x'`)).rejects.toThrow('never changed');
      await expect(sql(`delete from ${table}`)).rejects.toThrow('never changed');
    }
  });

  it('give the application rights on the whole only, also after the next start', async () => {
    const rights = (): Promise<object[]> =>
      sql(`select oid::regclass::text as name from pg_class
        where relispartition and relkind = 'r' and has_table_privilege('regrove_app', oid, 'select, insert, update, delete')`);
    expect(await rights()).toEqual([]);
    // As a server of the version before does when it starts.
    await sql('grant select, insert, update, delete on audit_entries_later to regrove_app');
    expect((await operator.run('doctor')).stdout).toContain('FAIL  audit');
    await migrate(owner);
    expect(await rights()).toEqual([]);
  });

  it('have nothing to do in the next run', async () => {
    expect((await partition(now, 3)).map(({ changed }) => changed)).toEqual([false, false]);
  });

  it('are reported by doctor, which tells when to prepare more months', async () => {
    const { instance } = world.server.running;
    const reportAt = (now: Date): Promise<Finding> =>
      checkTables(
        { ...instance, context: { ...instance.context, clock: () => now } },
        adviceFor(instance.config),
      );
    expect(await reportAt(now)).toEqual({
      ok: true,
      detail: expect.stringMatching(
        /^deposits about .* partitioned by month until \d{4}-\d\d; audit_entries .*\d$/,
      ),
      advice: null,
    });
    expect(await reportAt(monthsLater(first, 1))).toEqual({
      ok: true,
      detail: expect.stringMatching(/Few months are left$/),
      advice: expect.stringMatching(/^run `.*npx regrove partition` to prepare more months$/),
    });
  });

  it('get more months if the last partition is in use, whose rows stay where they are', async () => {
    const done = await partition(eightMonthsLater, 2);
    expect(done.map(({ changed, partitions }) => ({ changed, partitions }))).toEqual([
      { changed: true, partitions: 8 },
      { changed: true, partitions: 8 },
    ]);
    const ended = monthsLater(first, 3);
    expect(await placesOf(monthsLater(first, 7))).toEqual([
      nameOf('deposits', ended),
      nameOf('audit_entries', ended),
    ]);
    expect(notices).toContain(
      `partition constraint for table "${nameOf('deposits', ended)}" is implied by existing constraints`,
    );
    expect(await count('deposits_later')).toBe(0);
    expect(
      await sql(`select indexrelid::regclass::text as name from pg_index
        where indrelid = '${nameOf('deposits', ended)}'::regclass and indexrelid::regclass::text like '%later%'`),
    ).toEqual([]);
  });

  it('get more months if the last partition is empty', async () => {
    const until = (await partition(eightMonthsLater, 4)).map((one) => one.until);
    expect(until).toEqual(Array(2).fill(monthsLater(first, 13).toISOString().slice(0, 7)));
    expect(await partitionsOf('deposits')).toHaveLength(10);
  });

  it('are closed and billed like others', async () => {
    const { api } = world.customer;
    const [deposit] = (await api.get('/deposits?limit=1')).body;
    expect((await api.get(`/deposits/${deposit.id}`)).status).toBe(200);
    expect((await api.delete(`/deposits/${deposit.id}`)).status).toBe(200);
    await sql(`update deposits set date = date - interval '2 months' where date < '${first.toISOString()}'`);
    const month = monthsLater(now, -1).toISOString().slice(0, 7);
    expect(await operator.run('month', 'close', month)).toMatchObject({ code: 0 });
    expect(await count('deposits where processed_at is null')).toBe(2);
    expect(await operator.run('month', 'bill', month)).toMatchObject({ code: 0 });
  });
});
