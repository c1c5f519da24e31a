import type pg from 'pg';

/** Where it is noted which migrations are applied. */
export const listTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())';

const concurrent = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)\s+on\s[^;]*;?\s*$/i;

const withoutComments = (sql: string): string => sql.replace(/^\s*--.*$/gm, '').trim();

/** An index on a table that is large by now, alone in its migration: writers go on while it is built, outside of a transaction. */
export const isConcurrent = (sql: string): boolean => concurrent.test(withoutComments(sql));

/** The same for a transaction, where nobody writes meanwhile. */
export const inTransactionForm = (sql: string): string =>
  isConcurrent(sql) ? sql.replace(/\bconcurrently\b/i, '') : sql;

/** Broken off, it leaves an index that is of no use: the next run builds it anew. */
export async function applyConcurrently(client: pg.ClientBase, name: string, sql: string): Promise<void> {
  const index = concurrent.exec(withoutComments(sql))?.[1] ?? '';
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  if (rows[0]?.valid === false) await client.query(`drop index concurrently ${index}`);
  try {
    // It may be there already, if only its note was not written.
    if (rows[0]?.valid !== true) await client.query(withoutComments(sql));
    await client.query(listTable);
    await client.query('insert into migrations (name) values ($1)', [name]);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
}
