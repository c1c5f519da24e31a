import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { prepareApplicationRole, prepareLogin, type ApplicationLogin } from './application-role.js';
import {
  applyConcurrently,
  withoutConcurrently,
  isConcurrent,
  createMigrationsTable,
} from './concurrent-index.js';
import type { Pool } from './database.js';
import { flatStatement, statementsOf } from './migration-statements.js';
import { allowTriggers, placeTable } from './place-table.js';
import { removeAbandonedBoundaries } from './partitions/boundary.js';
import { migrateQueue } from './queue-schema.js';
import { withLockTimeout } from './lock-timeout.js';
import { detectLayout, type StoreLayout } from './store-layout.js';

const folder = new URL('../../migrations/', import.meta.url);

// Any constant will do, as long as every Regrove process uses the same one.
const migrationLock = 7_265_676;

/**
 * Applies pending migrations in order, each in its own transaction, then those of the job queue. Servers that start at the
 * same time take turns. If nothing is pending, read access is enough.
 */
export const migrate = (pool: Pool, from = folder, login?: ApplicationLogin): Promise<string[]> =>
  pool.withClient((client) =>
    withSchemaLock(client, async () => {
      await removeAbandonedBoundaries(client);
      const todo = await pendingOf(client, from);
      const layout = todo.length > 0 ? await detectLayout(client) : undefined;
      for (const name of todo) await applyAlone(client, name, from, layout);
      await migrateQueue(pool.driver);
      await prepareApplicationRole(client);
      if (login) await prepareLogin(client, login);
      return todo;
    }),
  );

const turnMs = 100;

/** Runs work while no other process changes the schema. */
export async function withSchemaLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  // Polled, because a blocking wait is a running statement, and a concurrent index build waits for every statement that
  // started before it.
  const take = 'select pg_try_advisory_lock($1) as taken';
  while (!(await client.query<{ taken: boolean }>(take, [migrationLock])).rows[0]?.taken) await pause(turnMs);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

async function applyAlone(
  client: pg.ClientBase,
  name: string,
  from: URL,
  layout: StoreLayout | undefined,
): Promise<void> {
  const sql = await readFile(new URL(`${name}.sql`, from), 'utf8');
  if (isConcurrent(sql)) return applyConcurrently(client, name, sql);
  await withLockTimeout(client, () => applySql(client, name, sql, layout));
}

/** Runs in the current transaction of the connection. */
export async function applyMigration(client: pg.ClientBase, name: string): Promise<void> {
  const sql = await readFile(new URL(`${name}.sql`, folder), 'utf8');
  await applySql(client, name, withoutConcurrently(sql));
}

async function applySql(
  client: pg.ClientBase,
  name: string,
  sql: string,
  layout?: StoreLayout,
): Promise<void> {
  try {
    await client.query(createMigrationsTable);
    if (layout === 'distributed') await applyOneByOne(client, sql);
    else await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
}

/** Citus takes one statement at a time. A new table is placed before the next statement uses it. */
async function applyOneByOne(client: pg.ClientBase, sql: string): Promise<void> {
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await allowTriggers(client);
  for (const statement of statementsOf(sql)) {
    await client.query(statement);
    const created = /^create table (?:if not exists )?(\w+)/.exec(flatStatement(statement))?.[1];
    if (created !== undefined) await placeTable(client, created);
  }
}

/** Migrations in the folder that are not applied yet. */
export const pendingMigrations = (pool: Pool): Promise<string[]> =>
  pool.withClient((client) => pendingOf(client, folder));

async function pendingOf(client: pg.ClientBase, from: URL): Promise<string[]> {
  const applied = new Set(await appliedMigrations(client));
  return (await migrationFiles(from)).filter((name) => !applied.has(name));
}

/** In order. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const table = await client.query<{ known: boolean }>(
    "select to_regclass('migrations') is not null as known",
  );
  if (!table.rows[0]?.known) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations order by name collate "C"',
  );
  return rows.map(({ name }) => name);
}

/** Migrations of this version, in order. */
export async function migrationFiles(from = folder): Promise<string[]> {
  const entries = await readdir(fileURLToPath(from));
  return entries
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
}
