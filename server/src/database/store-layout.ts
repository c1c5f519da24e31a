import type pg from 'pg';

/**
 * Where the rows of accounts are stored: all in one PostgreSQL, or distributed over several by account (with Citus). Code
 * that handles several accounts in one transaction checks this, because on a distributed store it would be a transaction
 * across nodes.
 */
export type StoreLayout = 'single' | 'distributed';

export const defaultLayout: StoreLayout = 'single';

/** Exists while the database is being distributed, with what has to be restored at the end. */
export const distributionInProgress = 'distribution_in_progress';

/** Throws if the distribution of the database was interrupted. */
export async function detectLayout(client: pg.ClientBase): Promise<StoreLayout> {
  const { rows } = await client.query<{ hasExtension: boolean; inProgress: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as "hasExtension",
       to_regclass('${distributionInProgress}') is not null as "inProgress"`,
  );
  if (rows[0]?.inProgress)
    throw new Error('The database is only partly distributed. To finish it, run: migrate --distribute');
  if (!rows[0]?.hasExtension) return 'single';
  return (await distributedTables(client)).has('accounts') ? 'distributed' : 'single';
}

/** Tables that Citus has placed. Requires the extension. */
export async function distributedTables(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition',
  );
  return new Set(rows.map(({ name }) => name));
}
