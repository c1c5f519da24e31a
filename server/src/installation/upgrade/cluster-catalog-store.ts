import type pg from 'pg';
import { sandboxSchemaPattern } from '../../database/sandbox-schema-name.js';

// The queue's library makes its own schema. What belongs to an extension is named with it.
const inOwnSchema = (schema: string): string =>
  `${schema}::regnamespace::text !~ '^(pg_|information_schema$|graphile_worker$)'`;
const isAlone = (catalog: string): string =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`;

// Partitions, their indexes and their triggers belong to their tables.
const selectObjects = `
  select 'database ' || datname as name from pg_database where not datistemplate and datname <> 'postgres'
  union all
  select 'role ' || rolname from pg_roles where rolname !~ '^pg_'
  union all
  select 'extension ' || extname from pg_extension
  union all
  select 'schema ' || nspname from pg_namespace
  where ${inOwnSchema('pg_namespace.oid')} and nspname !~ '${sandboxSchemaPattern}' and ${isAlone('pg_namespace')}
  union all
  select case relkind when 'i' then 'index ' when 'I' then 'index ' when 'S' then 'sequence ' when 'v' then 'view '
      when 'm' then 'view ' when 'c' then 'type ' else 'table ' end || relnamespace::regnamespace || '.' || relname
  from pg_class
  where ${inOwnSchema('relnamespace')} and not relispartition and relkind in ('r', 'p', 'v', 'm', 'i', 'I', 'S', 'f', 'c')
    and ${isAlone('pg_class')}
  union all
  select 'type ' || typnamespace::regnamespace || '.' || typname from pg_type
  where ${inOwnSchema('typnamespace')} and typtype in ('d', 'e', 'r') and ${isAlone('pg_type')}
  union all
  select 'function ' || pronamespace::regnamespace || '.' || proname || '(' || pg_get_function_identity_arguments(oid) || ')'
  from pg_proc where ${inOwnSchema('pronamespace')} and ${isAlone('pg_proc')}
  union all
  select 'trigger ' || tgname || ' of ' || relnamespace::regnamespace || '.' || relname
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where not tgisinternal and tgparentid = 0 and not relispartition and ${inOwnSchema('relnamespace')}
  union all
  select 'event trigger ' || evtname from pg_event_trigger where ${isAlone('pg_event_trigger')}
  union all
  select 'publication ' || pubname from pg_publication
  union all
  select 'subscription ' || subname from pg_subscription
  union all
  select 'replication slot ' || slot_name from pg_replication_slots`;

/** All that a cluster has, by name. */
export async function clusterObjects(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`${selectObjects} order by 1`);
  return rows.map(({ name }) => name);
}

/** The sequences of the current schema, with the table that each belongs to. */
export async function sequencesWithTables(
  client: pg.ClientBase,
): Promise<{ readonly name: string; readonly table: string | null }[]> {
  const { rows } = await client.query<{ name: string; table: string | null }>(
    `select pg_class.relname::text as name, owners.relname::text as "table" from pg_class
     left join pg_depend on classid = 'pg_class'::regclass and objid = pg_class.oid and refclassid = 'pg_class'::regclass
       and deptype in ('a', 'i')
     left join pg_class owners on owners.oid = refobjid
     where pg_class.relkind = 'S' and pg_class.relnamespace = current_schema()::regnamespace`,
  );
  return rows;
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
