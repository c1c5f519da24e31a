import type pg from 'pg';

// Partitions and their indexes belong to their tables. The queue's library makes its own.
const selectObjects = `
  select 'database ' || datname as name from pg_database where not datistemplate and datname <> 'postgres'
  union all
  select 'role ' || rolname from pg_roles where rolname !~ '^pg_'
  union all
  select 'extension ' || extname from pg_extension
  union all
  select case relkind when 'i' then 'index ' when 'I' then 'index ' when 'S' then 'sequence ' when 'v' then 'view '
      when 'm' then 'view ' else 'table ' end || nspname || '.' || relname
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname !~ '^pg_' and nspname not in ('information_schema', 'graphile_worker') and not relispartition
    and relkind in ('r', 'p', 'v', 'm', 'i', 'I', 'S', 'f')`;

/** All that a cluster has, by name. */
export async function clusterObjects(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`${selectObjects} order by 1`);
  return rows.map(({ name }) => name);
}

/** About how many rows there are, for the progress. */
export async function estimateRows(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select coalesce(sum(greatest(reltuples, 0)), 0)::float as count from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and (nspname = 'public' or nspname ~ '^sandbox_')`,
  );
  return rows[0]?.count ?? 0;
}

/** The number of a transaction, which is lower than that of all later ones. */
export async function currentTransaction(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? '';
}

export interface RowsSince {
  /** Rows that a later transaction has inserted or changed. */
  readonly written: number;
  /** All other rows. */
  readonly unchanged: number;
}

/** Only in a cluster of fewer than 2^31 transactions: the numbers of rows are short ones. */
export async function rowsSince(
  client: pg.ClientBase,
  table: { readonly schema: string; readonly name: string },
  transaction: string,
): Promise<RowsSince> {
  const name = `${client.escapeIdentifier(table.schema)}.${client.escapeIdentifier(table.name)}`;
  const { rows } = await client.query<RowsSince>(
    `select count(*) filter (where xmin::text::bigint > $1)::float as written,
       count(*) filter (where xmin::text::bigint <= $1)::float as unchanged from ${name}`,
    [transaction],
  );
  return rows[0] ?? { written: 0, unchanged: 0 };
}
