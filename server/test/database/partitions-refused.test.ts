import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { openPool, type Pool } from '../../src/database/database.js';
import { growingTables } from '../../src/database/partitions/growing-tables.js';
import { partitionTables, type PartitionedTable } from '../../src/database/partitions/partition-tables.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { isDistributed } from '../support/database.js';
import { until } from '../support/until.js';

/** See migrate.ts and boundary.ts. */
const migrationLock = 7_265_676;
const partitionLock = 7_265_677;

const monthsLater = (date: Date, months: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
const isoMonth = (date: Date): string => date.toISOString().slice(0, 7);

describe.skipIf(isDistributed)('partition', () => {
  const now = new Date('2030-01-15T12:00:00Z');
  let place: Operator;
  let owner: Pool;
  beforeEach(async () => {
    place = await createOperator();
    owner = openPool({ connectionString: place.database.url }, () => undefined);
  });
  afterEach(async () => {
    await owner.close();
    await place.close();
  });

  const partition = (at = now, months = 6): Promise<PartitionedTable[]> =>
    partitionTables(owner, { now: at, months });
  const expectUnchanged = async (): Promise<void> =>
    expect(
      await place.sql(`select relname from pg_class where relname in ('deposits', 'audit_entries') and relkind <> 'r'
        union all select conname from pg_constraint where conname = 'partition_boundary'`),
    ).toEqual([]);
  const insertAt = (at: Date): Promise<unknown> =>
    place.sql(`insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
      values (gen_random_uuid(), '${growingTables[0]?.startOf(at)}', now(), 1, 0.21, 0.297, 80, now())`);
  const partitions = (table: string): Promise<pg.QueryResultRow[]> =>
    place.sql(
      `select relname as name, reltuples as rows, reloptions as options from pg_inherits join pg_class on oid = inhrelid
       where inhparent = '${table}'::regclass order by 1`,
    );

  it('leaves no check behind if the tables cannot be changed', async () => {
    await place.sql('create table deposits_later ()');
    await expect(partition()).rejects.toThrow('"deposits_later" already exists');
    await expectUnchanged();
  });

  it('names the tables whose checks it cannot remove', async () => {
    const holder = new pg.Client({ connectionString: place.database.url });
    await holder.connect();
    await holder.query('select pg_advisory_lock($1)', [migrationLock]);
    const running = partition();
    const failure = expect(running).rejects.toThrow('could not be removed from deposits, audit_entries: run');
    await until('the checks', async () => {
      const found = await place.sql(
        `select from pg_constraint where conname = 'partition_boundary' and convalidated`,
      );
      return found.length === 2;
    });
    await place.sql(
      `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
       where locktype = 'advisory' and objid = ${partitionLock} and datname = current_database()`,
    );
    await failure;
    await holder.end();
    expect(await partition()).toMatchObject([{ changed: true }, { changed: true }]);
  });

  it('is refused while an index is not valid, which would be built under the lock', async () => {
    await place.sql(
      `update pg_index set indisvalid = false where indexrelid = 'audit_entries_by_time'::regclass`,
    );
    await expect(partition()).rejects.toThrow(
      'audit_entries has indexes that are not valid: audit_entries_by_time',
    );
    await expectUnchanged();
  });

  it('is refused while migrations are pending', async () => {
    await place.sql('delete from migrations where name = (select max(name) from migrations)');
    await expect(partition()).rejects.toThrow('run the command migrate first');
    await expectUnchanged();
  });

  it.each([
    ['create view heavy as select id from deposits where gsm > 100', 'view heavy'],
    [
      'create function newest() returns setof deposits language sql as $$ select * from deposits $$',
      'newest()',
    ],
    ['create publication changes for table deposits', 'publication changes'],
    ['create policy own on deposits using (true)', 'policy own'],
    ['alter table deposits enable row level security', 'row security'],
    ['create statistics sizes on width, length from deposits', 'sizes'],
    [
      'alter table deposits add constraint feed foreign key (feed_id) references feeds_of (id)',
      'constraint feed',
    ],
    ['alter table feeds_of add foreign key (a, b) references deposits', 'on table feeds_of'],
    ['alter table deposits add constraint few check (pages < 1000) not valid', 'constraint few'],
    ['grant select (pages) on deposits to public', 'column pages'],
    ['alter table deposits alter pages set statistics 500', 'column pages'],
    ['alter table deposits replica identity full', 'replica identity'],
  ])('is refused after: %s', async (statement, name) => {
    await place.sql('create table feeds_of (id uuid primary key, a uuid, b uuid)');
    await place.sql(statement);
    await expect(partition()).rejects.toThrow(
      new RegExp(
        `^deposits cannot be partitioned .*: [^,]*${name.replace(/[()]/g, '\\$&')}[^,]*\\. Remove it`,
      ),
    );
    await expectUnchanged();
  });

  it('gives new partitions the storage parameters of the table', async () => {
    await place.sql('alter table deposits set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.01)');
    await partition();
    await partition(now, 9);
    const found = await partitions('deposits');
    expect(found).toHaveLength(11);
    for (const { options } of found)
      expect(options).toEqual(['fillfactor=90', 'autovacuum_vacuum_scale_factor=0.01']);
  });

  it('begins after rows of a clock that was ahead, and says so', async () => {
    const ahead = monthsLater(now, 5);
    await insertAt(ahead);
    const [deposits, audit] = await partition(now, 2);
    expect(deposits).toMatchObject({ rowsAhead: isoMonth(ahead), until: isoMonth(monthsLater(ahead, 2)) });
    expect(audit).toEqual({ table: 'audit_entries', changed: true, until: '2030-04', partitions: 4 });
    // Also if it was ahead of the months that are prepared already.
    const farAhead = monthsLater(ahead, 6);
    await insertAt(farAhead);
    expect(await partition(monthsLater(now, 4), 6)).toMatchObject([
      { rowsAhead: isoMonth(farAhead), until: isoMonth(monthsLater(farAhead, 6)) },
      { changed: true },
    ]);
  });

  it('collects missing statistics of a partitioned table, which doctor reports', async () => {
    await partition(new Date(), 6);
    await place.sql(`update pg_class set reltuples = -1 where oid = 'audit_entries'::regclass`);
    expect((await place.run('doctor')).stdout).toMatch(
      /no statistics of audit_entries\n +What to do: run `.*npx regrove partition`, which collects them\n/,
    );
    expect((await partition(new Date(), 6)).map(({ changed }) => changed)).toEqual([false, true]);
    expect((await place.run('doctor')).stdout).not.toContain('no statistics');
  });

  it('reads the dates of partitions whatever the date style of the database', async () => {
    await place.sql(
      `do $$ begin execute format('alter database %I set datestyle = ''German''', current_database()); end $$`,
    );
    const done = await partition();
    expect(done.map(({ until }) => until)).toEqual(['2030-08', '2030-08']);
    expect(await partition()).toEqual(done.map((one) => ({ ...one, changed: false })));
  });
});
