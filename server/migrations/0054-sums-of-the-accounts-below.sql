-- Tonnes of carbon offsets of the month, and how much of the month is already in the sums of the accounts above. A job adds the
-- rest: statements that change a month clear `rolled`, which costs them nothing, because no index contains it while it stays false.
alter table account_volume add column mtco2e numeric not null default 0;
alter table account_volume add column rolled_pages bigint not null default 0;
alter table account_volume add column rolled_trees numeric(20, 6) not null default 0;
alter table account_volume add column rolled_mtco2e numeric not null default 0;
alter table account_volume add column rolled boolean not null default false;

-- What all accounts below one add up to, per month, without the account itself. Sums of many accounts have no limit of digits.
create table account_rollups (
  account_id uuid not null,
  month date not null,
  pages numeric not null,
  trees numeric not null,
  mtco2e numeric not null,
  primary key (account_id, month)
);

-- Every account below one, and the account itself, with what it and those below it have together: sorted by indexes, so that a
-- page of the list costs the same whatever their number.
create table account_ranking (
  account_id uuid not null,
  below_id uuid not null,
  role text not null,
  pages numeric not null default 0,
  trees numeric not null default 0,
  -- The newest deposit or offset. 1970: none.
  active_at timestamptz(3) not null default '1970-01-01T00:00:00Z',
  feeds integer not null default 0,
  unhealthy_feeds integer not null default 0,
  primary key (account_id, below_id)
);
create index account_ranking_by_trees on account_ranking (account_id, role, trees, below_id);
create index account_ranking_by_pages on account_ranking (account_id, role, pages, below_id);
create index account_ranking_by_activity on account_ranking (account_id, role, active_at, below_id);
create index account_ranking_by_health on account_ranking (account_id, role, unhealthy_feeds, below_id);

-- Trees of an account per project: what the job that counts plantings has counted.
create table account_plantings (
  account_id uuid not null,
  project_id uuid not null,
  trees numeric not null,
  primary key (account_id, project_id)
);
