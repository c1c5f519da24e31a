import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '../../src/database/database.js';
import { distribute } from '../../src/database/distribute.js';
import { migrate } from '../../src/database/migrate.js';
import { detectLayout, distributedTables } from '../../src/database/store-layout.js';
import { tablePlacements } from '../../src/database/table-placement.js';
import { createOperator, type Operator } from '../support/command-line.js';
import {
  createCitusDatabaseForTest,
  isDistributed,
  nodeUrlsOf,
  type TestDatabase,
} from '../support/database.js';
import { query as queryUrl } from '../support/citus-cluster.mjs';
import { start } from '../support/regrove-process.js';
import { until } from '../support/until.js';

const account = '01900000-0000-7000-8000-0000000000a1';

/** Enough rows to see that they are kept, with foreign keys between them. */
const rows = [
  `insert into accounts (id, lineage, name, name_sort, display_name, role, status, created_at)
   select id, array[id], id, id, id, 'customer', 'active', now()
   from (select '${account}'::uuid as id union all select gen_random_uuid() from generate_series(1, 40)) ids`,
  `insert into users (account_id, id, email, email_key, locale, created_at)
   select id, gen_random_uuid(), id || '@example.com', id || '@example.com', 'en', now() from accounts`,
  `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
   select id, gen_random_uuid(), now(), 7, 0.2, 0.3, 80, now() from accounts, generate_series(1, 5)`,
  `insert into audit_entries (account_id, at, id, actor_kind, action)
   select account_id, created_at, id, 'operator', 'deposit.create' from deposits`,
];

const counts = `select (select count(*)::int from accounts) as accounts, (select count(*)::int from account_states) as states,
  (select count(*)::int from users) as users, (select sum(pages)::int from deposits) as pages,
  (select count(*)::int from audit_entries) as entries`;

describe.skipIf(!isDistributed)('A filled installation', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createCitusDatabaseForTest();
    pool = openPool({ connectionString: database.url, max: 1 }, () => undefined);
    const other = openPool({ connectionString: database.url }, () => undefined);
    await migrate(other);
    await other.close();
    // A later migration adds this one.
    await query('drop table feed_passed_over');
    for (const text of rows) await query(text);
  });
  afterAll(async () => {
    await pool.close();
    await database.drop();
  });
  const query = (text: string) =>
    pool.withClient(async (client) => (await client.query(text)).rows as unknown[]);
  const keys = () =>
    query(`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conname !~ '_\\d{6}$' order by 1, 2`);

  it('is not distributed while a server is connected', async () => {
    const server = openPool({ connectionString: database.url }, () => undefined);
    await server.withClient((client) => client.query('select 1'));
    await expect(distribute(pool)).rejects.toThrow('stop all servers');
    await server.close();
    expect(await pool.withClient(detectLayout)).toBe('single');
  });

  it('is distributed with its rows and foreign keys, also in two runs, and only once', async () => {
    const before = [await query(counts), await keys()];
    const interrupted = ({ done }: { done: number }) => {
      if (done === 20) throw new Error('killed');
    };
    await expect(distribute(pool, interrupted)).rejects.toThrow('killed');
    await expect(pool.withClient(detectLayout)).rejects.toThrow('migrate --distribute');
    expect(await distribute(pool)).not.toContain('accounts');
    expect(await pool.withClient(detectLayout)).toBe('distributed');
    expect([await query(counts), await keys()]).toEqual(before);
    const placed = await pool.withClient(distributedTables);
    const expected = Object.keys(tablePlacements).filter((name) => tablePlacements[name] !== 'unmanaged');
    expect([...placed, 'feed_passed_over'].sort()).toEqual(expected.sort());
    expect(await distribute(pool)).toEqual([]);
  });

  it('has no rows of accounts left on the coordinator', async () => {
    expect(await query(`select pg_relation_size('deposits')::int as bytes`)).toEqual([{ bytes: 0 }]);
  });

  it('gets new tables and columns from later migrations', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'regrove-migrations-'));
    await writeFile(
      join(folder, '9001-new-table.sql'),
      `-- A table; with a comment
       create table feed_passed_over (account_id uuid not null, feed_id uuid not null, since timestamptz not null,
         primary key (account_id, feed_id));
       alter table feed_passed_over add foreign key (account_id, feed_id) references feeds (account_id, id);
       alter table deposits add column colour text not null default 'green';
       alter table deposits add constraint bright check (colour <> 'black') not valid;`,
    );
    await writeFile(
      join(folder, '9002-index.sql'),
      'create index concurrently deposits_by_colour on deposits (account_id, colour);',
    );
    const many = openPool({ connectionString: database.url }, () => undefined);
    expect(await migrate(many, pathToFileURL(`${folder}/`))).toEqual(['9001-new-table', '9002-index']);
    await many.close();
    await rm(folder, { recursive: true });
    expect(await pool.withClient(distributedTables)).toContain('feed_passed_over');
    expect(await query(`select distinct colour from deposits where account_id = '${account}'`)).toEqual([
      { colour: 'green' },
    ]);
    await expect(
      query(`update deposits set colour = 'black' where account_id = '${account}'`),
    ).rejects.toThrow('bright');
  });
});

describe.skipIf(!isDistributed)('An installation whose owner is no superuser', () => {
  const owner = 'regrove_owner';
  let database: TestDatabase;
  let operator: Operator;
  beforeAll(async () => {
    database = await createCitusDatabaseForTest();
    for (const url of nodeUrlsOf({ ...database, name: 'postgres' }))
      await queryUrl(url, [
        `create role ${owner} login createrole`,
        `alter database ${database.name} owner to ${owner}`,
      ]);
    const url = new URL(database.url);
    url.username = owner;
    operator = await createOperator({ database, env: { REGROVE_DATABASE_URL: url.href } });
  });
  afterAll(async () => {
    await operator.close();
    await database.drop();
  });

  it('is distributed by a second run after the first one was killed, even if that is of a newer version', async () => {
    expect(await operator.run('migrate')).toMatchObject({ code: 0 });
    for (const text of rows) await operator.sql(text);
    const [before] = await operator.sql(counts);
    const first = start(['migrate', '--distribute'], operator.env);
    await until(
      'some tables to be distributed',
      async () => (await operator.sql('select 1 from pg_dist_partition')).length,
      (placed) => placed >= 8,
    );
    await first.stop('SIGKILL');
    await operator.sql('drop index accounts_not_counted');
    await operator.sql(`delete from migrations where name = '0047-accounts-not-counted'`);

    expect(await operator.run('migrate', '--distribute', '--json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"applied":["0047-accounts-not-counted"]'),
    });
    expect(await operator.sql(counts)).toEqual([before]);
    const doctor = await operator.run('doctor', '--json');
    expect(JSON.parse(doctor.stdout)).toContainEqual({
      check: 'cluster',
      ok: true,
      detail: '2 workers, 4 shards, all of them respond to regrove_app',
      advice: null,
    });
  });
});
