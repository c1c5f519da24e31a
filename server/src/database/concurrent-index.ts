import type pg from 'pg';

/** The table of applied migrations. */
export const listTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())';

const concurrent = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s[^;]*;?\s*$/i;

const withoutComments = (sql: string): string => sql.replace(/^\s*--.*$/gm, '').trim();

/** Whether a migration only creates an index concurrently, outside a transaction, so that writes to a large table continue. */
export const isConcurrent = (sql: string): boolean => concurrent.test(withoutComments(sql));

/** The same index for use inside a transaction, where there are no concurrent writes. */
export const withoutConcurrently = (sql: string): string =>
  isConcurrent(sql) ? sql.replace(/\bconcurrently\b/i, '') : sql;

/** An interrupted build leaves an invalid index. The next run drops and rebuilds it. */
export async function applyConcurrently(client: pg.ClientBase, name: string, sql: string): Promise<void> {
  const index = concurrent.exec(withoutComments(sql))?.[1] ?? '';
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.valid === false) await client.query(`drop index concurrently ${index}`);
  try {
    // A valid index exists already if the last run failed before recording the migration.
    if (rows[0]?.valid !== true) await client.query(withoutComments(sql));
    await client.query(listTable);
    await client.query('insert into migrations (name) values ($1)', [name]);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
}
