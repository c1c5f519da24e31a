import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { prepareApplicationRole } from './application-role.js';
import type { Pool } from './database.js';
import { migrateQueue } from './queue-schema.js';

const folder = new URL('../../../migrations/', import.meta.url);

// Any constant will do, as long as every Regrove process takes the same one.
const migrationLock = 7_265_676;

/**
 * Applies what is not applied yet, in order, each in its own transaction, then what the job queue brings along; servers
 * that start together take turns. Where nothing is to be done, it takes no more than the right to read.
 */
export const migrate = (pool: Pool): Promise<string[]> =>
  pool.withClient((client) =>
    holdingSchema(client, async () => {
      const todo = await pendingOf(client);
      for (const name of todo) await applyAlone(client, name);
      await migrateQueue(pool.driver);
      await prepareApplicationRole(client);
      return todo;
    }),
  );

/** Until the work is done nobody else changes the schema. */
export async function holdingSchema<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

async function applyAlone(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('begin');
  try {
    await applyMigration(client, name);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** In the transaction that the connection is in. */
export async function applyMigration(client: pg.ClientBase, name: string): Promise<void> {
  const sql = await readFile(new URL(`${name}.sql`, folder), 'utf8');
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
}

/** What is in the folder but not in the database. */
export const pendingMigrations = (pool: Pool): Promise<string[]> => pool.withClient(pendingOf);

async function pendingOf(client: pg.ClientBase): Promise<string[]> {
  const applied = new Set(await appliedMigrations(client));
  return (await migrationFiles()).filter((name) => !applied.has(name));
}

/** What is in the database, in order. */
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

/** What this version knows, in order. */
export async function migrationFiles(): Promise<string[]> {
  const entries = await readdir(fileURLToPath(folder));
  return entries
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
}
