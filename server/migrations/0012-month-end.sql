-- How far each month's end has come.
create table month_ends (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz(3),
  billed_at timestamptz(3)
);

-- One row per account and month, opened when a close finds deposits to process and settled in the transaction that turns
-- them into offsets. The open rows are the work that is left, so a close that was broken off goes on where it stopped.
create table settlements (
  account_id uuid not null,
  month date not null check (extract(day from month) = 1),
  opened_at timestamptz(3) not null,
  -- Null: open. What follows is known once it is settled.
  settled_at timestamptz(3),
  methodology_id uuid,
  deposits bigint,
  mass_g numeric,
  pages bigint,
  trees numeric(20, 6),
  -- What went back into deposits because an offset of this settlement was deleted.
  returned_pages bigint not null default 0,
  returned_trees numeric(20, 6) not null default 0,
  primary key (account_id, month),
  check ((settled_at is null) = (methodology_id is null or deposits is null or mass_g is null or pages is null or trees is null))
);
create index settlements_open on settlements (month, account_id) where settled_at is null;

-- The month whose close processed it.
alter table deposits add settled_month date;
alter table deposits add check ((settled_month is null) = (processed_at is null));
create index deposits_unprocessed on deposits (account_id, date) where processed_at is null;

-- The month whose close created it; null: created by a request.
alter table biomass_offsets add settled_month date;
alter table biomass_offsets add foreign key (account_id, settled_month) references settlements (account_id, month);
