-- Times have the precision of a JavaScript Date, so that a page of a list can begin exactly where the last one ended.

-- The tree of accounts. An account never moves and is never deleted, so `lineage` (every ancestor from the root down,
-- then the account itself) is written once and answers "is this one below that one?" without walking the tree.
create table accounts (
  id uuid primary key,
  parent_id uuid references accounts (id),
  lineage uuid[] not null,
  name text not null,
  -- The name as lists sort it: folded by the application, so that every database sorts alike.
  name_sort text collate "C" not null,
  display_name text not null,
  external_id text,
  role text not null check (role in ('distributor', 'channel', 'customer')),
  status text not null check (status in ('active', 'inactive')),
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),
  deactivated_at timestamptz(3),
  check (lineage[array_length(lineage, 1)] = id)
);
-- Roots have no parent and so no siblings: one tenant must not learn another's name by trying it.
create unique index accounts_sibling_name on accounts (parent_id, name);
create unique index accounts_sibling_external_id on accounts (parent_id, external_id) where external_id is not null;
create index accounts_children on accounts (parent_id, name_sort, id);

-- What the operator sets per account. No row: the defaults.
create table account_settings (
  account_id uuid primary key references accounts (id),
  -- Price per standard page instead of the methodology's.
  rate numeric check (rate >= 0),
  -- Carbon projects of orders that name none.
  carbon_project_ids uuid[] not null default '{}'
);

-- Pages and trees reforested per month: what the counters and the volume are read from, so that both cost the same
-- whatever the number of offsets. Written in the transaction that creates or deletes an offset.
create table account_volume (
  account_id uuid not null references accounts (id),
  month date not null check (extract(day from month) = 1),
  pages bigint not null,
  trees numeric(20, 6) not null,
  primary key (account_id, month)
);

-- Rows of the big tables carry ids of accounts, projects and methodologies without a foreign key: checking one would
-- lock the referenced row in every insert, and a project's row is shared by all accounts. What a foreign key would
-- guard against cannot happen instead: these rows cannot be deleted.
create function refuse_delete() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never deleted', tg_table_name;
end $$;
create trigger accounts_stay before delete on accounts for each row execute function refuse_delete();
