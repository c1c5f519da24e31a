-- Every change of state: who did what, when, and what it was before and after. Written in the transaction of the change
-- itself, and never touched again: the application's role may only add and read (see platform/db/application-role.ts),
-- and the triggers refuse everybody else, too.
create table audit_entries (
  -- The account it is about; all zeros: the installation as a whole.
  account_id uuid not null,
  at timestamptz(3) not null,
  id uuid not null,
  actor_kind text not null check (actor_kind in ('key', 'user', 'operator', 'job')),
  -- The key's or user's id, or the job's name; null: the operator.
  actor_id text,
  action text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  primary key (account_id, at, id)
);
-- The trail of all accounts, read by time; rows come in that order, so a summary per block will do.
create index audit_entries_by_time on audit_entries using brin (at) with (autosummarize = on);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;
create trigger audit_entries_stay before update or delete on audit_entries
  for each row execute function refuse_change();
create trigger audit_entries_stay_whole before truncate on audit_entries
  for each statement execute function refuse_change();
