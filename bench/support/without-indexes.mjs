/**
 * Runs the work without the indexes of these tables, in the same transaction: building an index of millions of rows at the
 * end takes a fraction of the time of adding them one by one. Primary keys that foreign keys depend on remain.
 */
export async function withoutIndexes(client, tables, work) {
  const { rows: indexes } = await client.query(
    `select removal, addition from pg_index
     left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
     cross join lateral (
       select case when conname is null then format('drop index %s', indexrelid::regclass)
           else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as removal,
         case when conname is null then pg_get_indexdef(indexrelid)
           else format('alter table %s add constraint %I %s', indrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
         end as addition
     ) as changes
     where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint as key where key.contype = 'f' and key.conindid = indexrelid)`,
    [tables],
  );
  for (const { removal } of indexes) await client.query(removal);
  await work();
  await client.query("set local maintenance_work_mem = '512MB'");
  for (const { addition } of indexes) await client.query(addition);
}
