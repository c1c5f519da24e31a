import type pg from 'pg';
import { listTables, type Table } from './catalog-store.js';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Empties the tables and prepares them for rows in any order: triggers are disabled, and foreign keys are checked once,
 * at the end, by the returned function. Runs in the caller's transaction.
 */
export async function prepareTablesForLoad(
  client: pg.ClientBase,
  tables: readonly Table[],
): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
       and conrelid = any($1::regclass[])`,
    [names],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of names)
    await client.query(`alter table ${name} disable trigger user; delete from ${name}`);
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  };
}

// Any use of an installation starts with one of these.
const selectUse = `
  lock table accounts, forestry_projects, carbon_projects in exclusive mode;
  select exists (select from accounts) or exists (select from forestry_projects)
    or exists (select from carbon_projects) as used`;

/** Whether a database with our tables is in use; the lock keeps it unused until the transaction ends. */
export async function isInUse(client: pg.ClientBase): Promise<boolean> {
  const results = (await client.query(selectUse)) as unknown as pg.QueryResult<{ used: boolean }>[];
  return results[1]?.rows[0]?.used ?? false;
}

/**
 * The planner has no statistics about tables that were just filled. Empty ones are left out: PostgreSQL would know that they are empty
 * and read all of their rows to find one, however many there are by then, until it analyzes them again.
 */
export async function analyzeFilledTables(client: pg.ClientBase): Promise<void> {
  for (const { name } of await listTables(client)) await analyzeIfFilled(client, name);
}

/** The same for tables with partitions, some of which may be empty. Needs PostgreSQL 18. */
export async function analyzePartitionedTables(
  client: pg.ClientBase,
  partitions: readonly { readonly table: string; readonly name: string }[],
): Promise<void> {
  for (const { name } of await listTables(client)) {
    const own = partitions.filter(({ table }) => table === name);
    await analyzeIfFilled(client, name, own.length > 0 ? 'only' : '');
    for (const partition of own) await analyzeIfFilled(client, partition.name);
  }
}

async function analyzeIfFilled(client: pg.ClientBase, name: string, extent: 'only' | '' = ''): Promise<void> {
  const table = client.escapeIdentifier(name);
  const { rowCount } = await client.query(`select from ${table} limit 1`);
  if (rowCount === 1) await client.query(`analyze ${extent} ${table}`);
}
