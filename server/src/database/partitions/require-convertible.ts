import type pg from 'pg';
import { invalid } from '../../platform/errors.js';

const selectInvalidIndexes = `
  select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass and not indisvalid order by 1`;

/**
 * What belongs to a table by its identity, apart from what is created again for the partitioned one: valid indexes, triggers,
 * defaults, keys and valid checks. Columns may have rights and settings of their own.
 */
const selectDependents = `
  select pg_describe_object(classid, objid, objsubid) as name
  from pg_class whole join pg_depend on refobjid = whole.oid and refclassid = 'pg_class'::regclass
    or refobjid = whole.reltype and refclassid = 'pg_type'::regclass
  where whole.oid = $1::regclass and case classid
    when 'pg_class'::regclass then (select relkind not in ('i', 't') from pg_class where oid = objid)
    when 'pg_constraint'::regclass then
      (select contype not in ('c', 'n', 'p', 'u') or not convalidated from pg_constraint where oid = objid)
    else classid not in ('pg_attrdef'::regclass, 'pg_trigger'::regclass, 'pg_type'::regclass) end
  union
  select 'rights or settings of column ' || attname from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped
    and (attacl is not null or attoptions is not null or coalesce(attstattarget, -1) >= 0)
  union select 'row security' from pg_class where oid = $1::regclass and relrowsecurity
  union select 'replica identity' from pg_class where oid = $1::regclass and relreplident <> 'd'
  order by 1`;

/** An invalid index would be built again while the table is locked. */
export async function requireValidIndexes(client: pg.ClientBase, table: string): Promise<void> {
  const indexes = await namesOf(client, selectInvalidIndexes, table);
  if (indexes.length > 0)
    throw invalid(
      `${table} has indexes that are not valid: ${indexes.join(', ')}. Drop them, or finish the migration that builds them; ` +
        'nothing was changed',
    );
}

/** What an operator has added to the table would silently belong to its first partition only. */
export async function requireConvertible(client: pg.ClientBase, table: string): Promise<void> {
  await requireValidIndexes(client, table);
  const dependents = await namesOf(client, selectDependents, table);
  if (dependents.length > 0)
    throw invalid(
      `${table} cannot be partitioned while it has what would only belong to its first partition: ${dependents.join(', ')}. ` +
        'Remove it, and add it again afterwards; nothing was changed',
    );
}

async function namesOf(client: pg.ClientBase, query: string, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query, [table]);
  return rows.map(({ name }) => name);
}
