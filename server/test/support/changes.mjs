/**
 * Records every changed row in the transaction that changes it, so that rollbacks leave no record. Excludes when a
 * key was last used, which is recorded for every request.
 */
const watch = `
  set role none;
  create schema watched;
  create table watched.changes (id bigint generated always as identity primary key, what text not null);
  create function watched.note() returns trigger language plpgsql security definer as $$
  begin
    if tg_op <> 'UPDATE' or to_jsonb(old) - 'last_used_at' <> to_jsonb(new) - 'last_used_at' then
      insert into watched.changes (what) values (lower(tg_op) || ' ' || tg_table_name);
    end if;
    return null;
  end $$;
  do $$
  declare place regclass;
  begin
    for place in select oid::regclass from pg_class where relkind = 'r' and not relispartition
      and relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))
    loop
      execute format('create trigger watched after insert or update or delete on %s
        for each row execute function watched.note()', place);
    end loop;
  end $$`;

/** Each node of a distributed database records its own. Citus has created the trigger and the schema there. */
const watchNode = 'create table watched.changes (id bigint generated always as identity, what text not null)';

const changesOnNodes = `
  select regexp_replace(what, '_\\d{6,}$', '') as what from run_command_on_workers($$
    with seen as (delete from watched.changes returning what) select string_agg(what, ',') from seen$$),
    string_to_table(result, ',') what
  where result <> ''`;

/** Returns a function that returns the changes since its last call. `sql` runs a statement and returns the rows. */
export async function watchChanges({ sql }) {
  await sql(watch);
  const isDistributed = (await sql(`select 1 from pg_extension where extname = 'citus'`)).length > 0;
  if (isDistributed) await sql('select run_command_on_workers($1)', [watchNode]);
  let last = '0';
  return async () => {
    const rows = await sql('select id, what from watched.changes where id > $1 order by id', [last]);
    last = rows.at(-1)?.id ?? last;
    if (isDistributed) rows.push(...(await sql(changesOnNodes)));
    return rows.map(({ what }) => what);
  };
}
