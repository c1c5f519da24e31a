-- How many of an account's trees in a project are already in the sums of the accounts above. A job adds the rest, and begins with
-- all that were counted before this column.
alter table account_plantings add column rolled_trees numeric not null default 0;
alter table account_plantings add column rolled boolean not null default false;

-- The trees of all accounts below one, per project, without those of the account itself.
create table planting_rollups (
  account_id uuid not null,
  project_id uuid not null,
  trees numeric not null,
  primary key (account_id, project_id)
);
