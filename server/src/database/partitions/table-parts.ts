import type pg from 'pg';
import { lastPartition, type GrowingTable } from './growing-tables.js';

interface Index {
  readonly name: string;
  /** The statement that creates it. */
  readonly definition: string;
}

interface Trigger {
  readonly name: string;
  readonly definition: string;
  /** PostgreSQL copies those of rows to partitions, and those of statements not. */
  readonly isOfRows: boolean;
}

interface Grant {
  readonly privilege: string;
  readonly role: string;
}

/** What belongs to a table besides its columns and checks. */
export interface TableParts {
  readonly owner: string;
  readonly indexes: readonly Index[];
  readonly triggers: readonly Trigger[];
  readonly grants: readonly Grant[];
  /** Storage parameters for new partitions, such as those of autovacuum. */
  readonly storage: string;
}

const selectIndexes = `
  select index.relname as name, case when con.oid is null then pg_get_indexdef(indexrelid)
    else format('alter table %I add constraint %I %s', $2::text, conname, pg_get_constraintdef(con.oid)) end as definition
  from pg_index join pg_class index on index.oid = indexrelid
    left join pg_constraint con on conindid = indexrelid and contype in ('p', 'u')
  where indrelid = $1::regclass`;

const selectTriggers = `
  select quote_ident(tgname) as name, pg_get_triggerdef(oid) as definition, tgtype & 1 = 1 as "isOfRows"
  from pg_trigger where tgrelid = $1::regclass and not tgisinternal`;

const selectGrants = `
  select privilege_type as privilege, case grantee when 0 then 'public' else grantee::regrole::text end as role
  from pg_class, aclexplode(relacl) where pg_class.oid = $1::regclass and grantee <> relowner`;

// A partitioned table has none itself.
const selectStorage = `
  select coalesce(string_agg(format('%s=%L', option_name, option_value), ', '), '') as storage
  from pg_class, pg_options_to_table(reloptions) where pg_class.oid in ($1::regclass, to_regclass($2))`;

export const readIndexes = async (client: pg.ClientBase, table: string): Promise<readonly Index[]> =>
  (await client.query<Index>(selectIndexes, [table, table])).rows;

export async function readTableParts(client: pg.ClientBase, table: GrowingTable): Promise<TableParts> {
  const { name } = table;
  const { rows: owners } = await client.query<{ owner: string }>(
    'select relowner::regrole::text as owner from pg_class where oid = $1::regclass',
    [name],
  );
  const indexes = await readIndexes(client, name);
  const { rows: triggers } = await client.query<Trigger>(selectTriggers, [name]);
  const { rows: grants } = await client.query<Grant>(selectGrants, [name]);
  const { rows: storages } = await client.query<{ storage: string }>(selectStorage, [
    name,
    lastPartition(table),
  ]);
  return { owner: owners[0]?.owner ?? '', indexes, triggers, grants, storage: storages[0]?.storage ?? '' };
}
