import type pg from 'pg';
import { partitionIndex } from './partitions/growing-tables.js';

/** The table of applied migrations. */
export const listTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())';

const concurrent = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s+(\w+)\b[^;]*;?\s*$/i;

const withoutComments = (sql: string): string => sql.replace(/^\s*--.*$/gm, '').trim();

/** Whether a migration only creates an index concurrently, outside a transaction, so that writes to a large table continue. */
export const isConcurrent = (sql: string): boolean => concurrent.test(withoutComments(sql));

/** The same index for use inside a transaction, where there are no concurrent writes. */
export const withoutConcurrently = (sql: string): string =>
  isConcurrent(sql) ? sql.replace(/\bconcurrently\b/i, '') : sql;

/** An interrupted build leaves an invalid index. The next run drops and rebuilds it. */
export async function applyConcurrently(client: pg.ClientBase, name: string, sql: string): Promise<void> {
  const statement = withoutComments(sql);
  const [, index = '', table = ''] = concurrent.exec(statement) ?? [];
  try {
    if (await isPartitioned(client, table)) await buildOnPartitions(client, statement, index, table);
    else await build(client, statement, index);
    await client.query(listTable);
    await client.query('insert into migrations (name) values ($1)', [name]);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
}

async function build(client: pg.ClientBase, statement: string, index: string): Promise<void> {
  const valid = await isValid(client, index);
  if (valid === false) await client.query(`drop index concurrently ${index}`);
  // A valid index exists already if the last run failed before recording the migration.
  if (valid !== true) await client.query(statement);
}

async function isValid(client: pg.ClientBase, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.valid;
}

async function isPartitioned(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass($1) and relkind = 'p'", [
    table,
  ]);
  return rows.length > 0;
}

/**
 * PostgreSQL cannot build the index of a partitioned table concurrently. It is created without partitions, and becomes valid
 * when the index of the last partition has been attached.
 */
async function buildOnPartitions(
  client: pg.ClientBase,
  statement: string,
  index: string,
  table: string,
): Promise<void> {
  const onTable = new RegExp(`\\b${index}\\s+on\\s+${table}\\b`, 'i');
  if ((await isValid(client, index)) === undefined)
    await client.query(withoutConcurrently(statement).replace(onTable, `${index} on only ${table}`));
  const { rows } = await client.query<{ partition: string }>(
    `select inhrelid::regclass::text as partition from pg_inherits where inhparent = $1::regclass order by 1`,
    [table],
  );
  for (const { partition } of rows) {
    const own = partitionIndex(index, table, partition);
    await build(client, statement.replace(onTable, `${own} on ${partition}`), own);
    await client.query(`alter index ${index} attach partition ${own}`);
  }
}
