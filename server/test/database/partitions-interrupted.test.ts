import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '../../src/database/database.js';
import { migrate } from '../../src/database/migrate.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { isDistributed } from '../support/database.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { generateLoad } from '../support/generate-load.js';
import { start } from '../support/regrove-process.js';
import { backupFolder, emptyInstallation } from '../support/restored-installation.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

/** See migrate.ts and boundary.ts. */
const migrationLock = 7_265_676;
const partitionLock = 7_265_677;

describe.skipIf(isDistributed)('Partitioning that is killed', () => {
  let world: World;
  let operator: Operator;
  let owner: Pool;
  beforeAll(async () => {
    world = await startWorld();
    operator = await createOperator({ database: world.server.database });
    owner = openPool({ connectionString: world.server.database.url }, () => undefined);
    for (const pages of [1, 2, 3]) await world.customer.api.post('/deposits', { pages });
  });
  afterAll(async () => {
    await expectLedgerInBalance(world.server);
    await owner.close();
    await operator.close();
    await world.stop();
  });

  const boundaries = async (): Promise<string[]> =>
    (
      await world.server.sql<{ name: string }>(
        `select conrelid::regclass::text as name from pg_constraint where conname = 'partition_boundary' order by 1`,
      )
    ).map(({ name }) => name);
  const kind = async (table: string): Promise<unknown> =>
    (await world.server.sql(`select relkind as kind from pg_class where oid = '${table}'::regclass`))[0];
  const doctor = async (): Promise<string> => (await operator.run('doctor')).stdout;

  /** Kills the command when it has validated the rows of both tables and waits for its turn to change the schema. */
  async function killInTheMiddle(): Promise<void> {
    const holder = new pg.Client({ connectionString: world.server.database.url });
    await holder.connect();
    await holder.query('select pg_advisory_lock($1)', [migrationLock]);
    const running = start(['partition'], operator.env);
    const isWaiting = async (): Promise<boolean> =>
      (
        await world.server.sql(
          `select from pg_constraint where conname = 'partition_boundary' and convalidated`,
        )
      ).length === 2;
    await until('the boundaries of both tables', isWaiting);
    // Another run must not interfere, and doctor must not report what is in progress.
    expect(await operator.failure(1, 'partition')).toContain('Another process is partitioning');
    expect(await doctor()).toContain('ok    tables');
    await running.stop('SIGKILL');
    await until(
      'the end of its connection',
      async () =>
        (
          await world.server.sql(
            `select from pg_locks join pg_database on pg_database.oid = database
             where locktype = 'advisory' and objid = ${partitionLock} and datname = current_database()`,
          )
        ).length === 0,
    );
    await holder.end();
  }

  it('leaves the table as it was, is reported by doctor, and cleaned up by the next start', async () => {
    await killInTheMiddle();
    expect(await boundaries()).toEqual(['audit_entries', 'deposits']);
    expect(await kind('deposits')).toEqual({ kind: 'r' });
    expect((await world.customer.api.post('/deposits', { pages: 4 })).status).toBe(200);
    expect(await doctor()).toMatch(/FAIL {2}tables {4}partitioning audit_entries, deposits was interrupted/);
    await migrate(owner);
    expect(await boundaries()).toEqual([]);
  });

  it('is finished by the next run', async () => {
    await killInTheMiddle();
    const done = await operator.json('partition', '--months', '2');
    expect(done).toMatchObject([
      { table: 'deposits', changed: true, partitions: 4 },
      { table: 'audit_entries', changed: true, partitions: 4 },
    ]);
    expect(await boundaries()).toEqual([]);
    expect(await kind('deposits')).toEqual({ kind: 'p' });
    expect(await doctor()).toMatch(
      /ok {4}tables {4}deposits about 4 rows, .* partitioned by month until \d{4}-\d{2}/,
    );
    expect((await operator.run('partition', '--months', '2')).stdout).toMatch(
      /^deposits: 4 partitions, months until \d{4}-\d{2} \(nothing to do\)\naudit_entries: /,
    );
  });
});

describe.skipIf(isDistributed)('A partitioned installation', () => {
  let world: World;
  let operator: Operator;
  let owner: Pool;
  let folder: string;
  beforeAll(async () => {
    world = await startWorld();
    operator = await createOperator({ database: world.server.database });
    owner = openPool({ connectionString: world.server.database.url }, () => undefined);
    folder = await mkdtemp(join(tmpdir(), 'regrove-migrations-'));
    await world.customer.api.post('/deposits', { pages: 77 });
    await operator.json('partition');
    await world.customer.api.post('/deposits', { pages: 77 });
  });
  afterAll(async () => {
    await expectLedgerInBalance(world.server);
    await owner.close();
    await operator.close();
    await rm(folder, { recursive: true });
    await world.stop();
  });

  const migration = (name: string, sql: string): Promise<void> => writeFile(join(folder, `${name}.sql`), sql);
  const migrateFrom = (): Promise<string[]> => migrate(owner, pathToFileURL(`${folder}/`));
  const validity = (index: string): Promise<object[]> =>
    world.server.sql(
      `select indisvalid as valid, (select count(*)::int from pg_inherits where inhparent = indexrelid) as partitions
       from pg_index where indexrelid = '${index}'::regclass`,
    );

  it('is migrated while servers read and write', async () => {
    await migration('9401-column', `alter table deposits add column colour text not null default 'green'`);
    await migration(
      '9402-check',
      'alter table deposits add constraint bright check (pages < 1000) not valid',
    );
    await migration('9403-check', 'alter table deposits validate constraint bright');
    await migration('9404-index', 'create index concurrently deposits_by_colour on deposits (colour, date);');
    await migration('9405-index', 'create index concurrently subjects on audit_entries (subject_id);');
    const stop = generateLoad(world);
    expect(await migrateFrom()).toHaveLength(5);
    expect(Object.keys(await stop())).toEqual(['200']);
    for (const index of ['deposits_by_colour', 'subjects'])
      expect(await validity(index)).toEqual([{ valid: true, partitions: 14 }]);
  });

  it('gets an index whose build was interrupted on the next run', async () => {
    await world.server.sql(`delete from deposits where pages <> 77`);
    await migration(
      '9501-index',
      'create unique index concurrently deposits_once on deposits (account_id, pages, id)',
    );
    // A build that was killed leaves the index of one partition invalid, and the whole without the others.
    await world.server.sql('create unique index deposits_once on only deposits (account_id, pages, id)');
    await world.server.sql(
      'create unique index deposits_later_once on deposits_later (account_id, pages, id)',
    );
    await world.server.sql(
      `update pg_index set indisvalid = false where indexrelid = 'deposits_later_once'::regclass`,
    );
    expect(await validity('deposits_once')).toEqual([{ valid: false, partitions: 0 }]);
    expect(await migrateFrom()).toEqual(['9501-index']);
    expect(await validity('deposits_once')).toEqual([{ valid: true, partitions: 14 }]);
  });

  it('gets an index that some partitions already have, under any name', async () => {
    await migration('9502-index', 'create index concurrently deposits_by_size on deposits (gsm, width)');
    await world.server.sql('create index deposits_by_size on only deposits (gsm, width)');
    await world.server.sql('create index chosen_by_postgres on deposits_later (gsm, width)');
    await world.server.sql('alter index deposits_by_size attach partition chosen_by_postgres');
    expect(await migrateFrom()).toEqual(['9502-index']);
    expect(await validity('deposits_by_size')).toEqual([{ valid: true, partitions: 14 }]);
  });

  it('gets an index that all partitions have, although the whole is not valid', async () => {
    await migration('9503-index', 'create index concurrently deposits_by_weight on deposits (gsm, pages)');
    await world.server.sql('create index deposits_by_weight on deposits (gsm, pages)');
    await world.server.sql(
      `update pg_index set indisvalid = false where indexrelid = 'deposits_by_weight'::regclass`,
    );
    expect(await migrateFrom()).toEqual(['9503-index']);
    expect(await validity('deposits_by_weight')).toEqual([{ valid: true, partitions: 14 }]);
  });

  it('takes writes while a new index waits for a long transaction', async () => {
    await migration('9504-index', 'create index concurrently deposits_by_length on deposits (length)');
    const long = new pg.Client({ connectionString: world.server.database.url });
    await long.connect();
    await long.query('begin; lock table deposits in row exclusive mode');
    const migrating = migrateFrom();
    await until(
      'the index',
      async () =>
        (
          await world.server.sql(
            `select from pg_locks where relation = 'deposits'::regclass and not granted and mode = 'ShareLock'`,
          )
        ).length > 0,
    );
    const { status } = await world.customer.api.post('/deposits', { pages: 5 });
    await long.end();
    expect(await migrating).toEqual(['9504-index']);
    expect(status).toBe(200);
    await world.server.sql('delete from deposits where pages = 5');
  });

  it('is backed up, and restored into one that is partitioned or not', async () => {
    await world.server
      .sql(`alter table deposits drop column colour; alter table deposits drop constraint bright;
      delete from migrations where name > '9'`);
    const backups = await backupFolder();
    const { tables } = await operator.json('backup', backups.path('partitioned'));
    expect(tables).toMatchObject({ deposits: 2, audit_entries: expect.any(Number) });
    expect(Object.keys(tables).filter((name) => name.startsWith('deposits'))).toEqual(['deposits']);
    const rows = `select account_id, id, pages, created_at from deposits order by id`;
    const trail = `select * from audit_entries where action <> 'installation.restore' order by at, id`;
    const plain = await emptyInstallation();
    const partitioned = await createOperator();
    await partitioned.json('partition');
    for (const place of [plain, partitioned]) {
      expect(await place.json('restore', backups.path('partitioned'))).toMatchObject({ tables });
      for (const query of [rows, trail])
        expect(await place.sql(query)).toEqual(await world.server.sql(query));
      expect((await place.run('doctor', '--ledger')).stdout).not.toContain('FAIL');
      await place.close();
    }
    await backups.remove();
  });
});

describe.skipIf(isDistributed)('partition', () => {
  it('is recommended by doctor when it pays', async () => {
    const place = await createOperator();
    const tables = async (): Promise<string> =>
      /tables .*\n.*/.exec((await place.run('doctor')).stdout)?.[0] ?? '';
    expect(await tables()).not.toContain('pays');
    await place.sql(`update pg_class set reltuples = 50000000 where oid = 'audit_entries'::regclass`);
    expect(await tables()).toMatch(
      /audit_entries about 50,000,000 rows, .* pays now\n +What to do: see docs\/scale.md, .* run `.*npx regrove partition`$/,
    );
    await place.close();
  });

  it('is refused to a login that does not own the tables', async () => {
    const place = await createOperator();
    const role = `other_${randomBytes(4).toString('hex')}`;
    await place.sql(`create role ${role} login in role regrove_app`);
    const url = place.database.url.replace(/user=\w+/, `user=${role}`);
    const other = await createOperator({ database: { ...place.database, url } });
    expect(await other.failure(1, 'partition')).toContain('Only the owner of the tables');
    await other.close();
    await place.sql(`drop role ${role}`);
    await place.close();
  });
});
