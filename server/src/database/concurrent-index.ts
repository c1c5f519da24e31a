import type pg from 'pg';
import { statementsOf } from './migration-statements.js';
import { partitionIndex } from './partitions/growing-tables.js';
import { changeCatalog } from './lock-timeout.js';

/** The table of applied migrations. */
export const createMigrationsTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())';

const concurrent = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s+(\w+)\b[^;]*;?\s*$/i;

const withoutComments = (sql: string): string => sql.replace(/^\s*--.*$/gm, '').trim();

/** Whether a migration only creates indexes concurrently, outside a transaction, so that writes to large tables continue. */
export const isConcurrent = (sql: string): boolean =>
  statementsOf(sql).every((statement) => concurrent.test(withoutComments(statement)));

/** The same indexes for use inside a transaction, where there are no concurrent writes. */
export const withoutConcurrently = (sql: string): string =>
  isConcurrent(sql) ? sql.replace(/\bconcurrently\b/gi, '') : sql;

/** An interrupted build leaves an invalid index. The next run drops and rebuilds it, and keeps those that are complete. */
export async function applyConcurrently(client: pg.ClientBase, name: string, sql: string): Promise<void> {
  try {
    for (const statement of statementsOf(sql).map(withoutComments)) {
      const [, index = '', table = ''] = concurrent.exec(statement) ?? [];
      if (await isPartitioned(client, table)) await buildOnPartitions(client, statement, index, table);
      else await build(client, statement, index);
    }
    await client.query(createMigrationsTable);
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
  if (await isLeftInvalid(client, index, table))
    await changeCatalog(client, () => client.query(`drop index ${index}`));
  if ((await isValid(client, index)) === undefined)
    await changeCatalog(client, () =>
      client.query(withoutConcurrently(statement).replace(onTable, `${index} on only ${table}`)),
    );
  for (const { partition, isIndexed } of await partitionsOf(client, index, table)) {
    if (isIndexed) continue;
    const own = partitionIndex(index, table, partition);
    await build(client, statement.replace(onTable, `${own} on ${partition}`), own);
    await changeCatalog(client, () => client.query(`alter index ${index} attach partition ${own}`));
  }
  if (!(await isValid(client, index))) throw new Error(`the index ${index} is not valid`);
}

/** PostgreSQL validates an index only when one of a partition is attached. Without any left to attach it stays invalid. */
const isLeftInvalid = async (client: pg.ClientBase, index: string, table: string): Promise<boolean> =>
  (await isValid(client, index)) === false &&
  (await partitionsOf(client, index, table)).every(({ isIndexed }) => isIndexed);

interface Partition {
  readonly partition: string;
  /** Whether it has its part of the index, under any name: PostgreSQL chooses one itself for new partitions. */
  readonly isIndexed: boolean;
}

async function partitionsOf(client: pg.ClientBase, index: string, table: string): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select part.inhrelid::regclass::text as partition, exists (
       select from pg_inherits own join pg_index on indexrelid = own.inhrelid
       where own.inhparent = to_regclass($1) and indrelid = part.inhrelid
     ) as "isIndexed"
     from pg_inherits part where part.inhparent = $2::regclass order by 1`,
    [index, table],
  );
  return rows;
}
