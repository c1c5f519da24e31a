import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPool, type Pool } from '../../src/database/database.js';
import { withLockTimeout } from '../../src/database/lock-timeout.js';
import { statement } from '../../src/database/statement.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let pool: Pool;
let other: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
  // The pool finds the deadlock: the other one looks for none within the time of a test.
  await other.query(`set deadlock_timeout to '10min'`);
  await other.query('create table left_ones (); create table right_ones ()');
});
afterEach(async () => {
  await other.end();
  await pool.close();
  await database.drop();
});

/** A connection looks once for a deadlock, after this time: by then the other one must wait. */
function openPoolThatLooksAfter(time: string): void {
  pool = openPool({ connectionString: database.url, session: { deadlock_timeout: time } }, () => undefined);
}

const deadlocks = async (): Promise<number> => {
  const { rows } = await other.query<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
};

/** The other one holds the right table, and asks for the left one, which the work holds that waits for the right one. */
async function deadlock<T>(work: () => Promise<T>): Promise<T> {
  await other.query('begin; lock table right_ones');
  const done = work();
  await until('the work to wait', async () => {
    const { rows } = await other.query(
      `select from pg_locks where not granted and relation = 'right_ones'::regclass`,
    );
    return rows.length > 0;
  });
  await other.query('lock table left_ones');
  await other.query('commit');
  return done;
}

const lockBoth = `create function lock_both() returns integer language plpgsql as $$
  begin
    lock table left_ones;
    lock table right_ones;
    return 1;
  end $$`;

it('A statement that was given up because of a deadlock is run again', async () => {
  openPoolThatLooksAfter('4s');
  await other.query(lockBoth);
  const rows = await deadlock(() => pool.rows(statement<{ n: number }>('select lock_both() as n')));
  expect(rows).toEqual([{ n: 1 }]);
  await until('the deadlock to be counted', async () => (await deadlocks()) === 1);
});

it('A change of the schema that was given up because of a deadlock is tried again', async () => {
  // Before its wait for the lock is over, which would be another reason to try again.
  openPoolThatLooksAfter('1s');
  const changed = await deadlock(() =>
    pool.withClient((client) =>
      withLockTimeout(client, async () => {
        await client.query('alter table left_ones add column colour text');
        await client.query('alter table right_ones add column colour text');
        return true;
      }),
    ),
  );
  expect(changed).toBe(true);
});
