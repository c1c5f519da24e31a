-- Which accounts take deposits. Deposits hold this row, not the account's: a distributed database has a copy of `accounts` on
-- every node, where a row lock would be a lock on all of them.
create table account_states (
  account_id uuid primary key references accounts (id),
  status text not null check (status in ('active', 'inactive'))
);

-- Also serves the version before, which only knows the status in `accounts`. A distributed database cannot have such a trigger:
-- there the application writes both.
create function copy_account_status() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into account_states (account_id, status) values (new.id, new.status)
  on conflict (account_id) do update set status = excluded.status where account_states.status <> excluded.status;
  return null;
end $$;
create trigger accounts_status after insert or update of status on accounts
  for each row execute function copy_account_status();

insert into account_states (account_id, status) select id, status from accounts;
