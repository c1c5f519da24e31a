-- Credits that the operator has bought, as the registry numbers them. Shared by all accounts.

-- With a range of texts the two conditions below fit one exclusion, without an extension.
create type text_range as range (subtype = text, collation = "C");

create table carbon_lots (
  id uuid primary key,
  project_id uuid not null references carbon_projects (id),
  -- The whole range, in the registry's own form.
  serial text not null unique,
  -- The serial with its range taken out, in one spelling: credits of equal series and number are the same credit.
  series text collate "C" not null,
  first_credit bigint not null check (first_credit >= 0),
  last_credit bigint not null check (last_credit <= 9007199254740991),
  vintage_start date not null,
  vintage_end date not null,
  tonnes bigint not null check (tonnes > 0),
  -- How much of it is allotted, from its first credit on.
  used numeric(20, 6) not null default 0 check (used between 0 and tonnes),
  created_at timestamptz(3) not null,
  check (vintage_start <= vintage_end),
  check (last_credit - first_credit + 1 = tonnes),
  -- One credit is in one lot.
  constraint carbon_lots_apart exclude using gist (
    int8range(first_credit, last_credit, '[]') with &&,
    text_range(series, series, '[]') with &&
  )
);
create index carbon_lots_by_series on carbon_lots (series, first_credit);
-- In the order in which they are used.
create index carbon_lots_open on carbon_lots (project_id, vintage_start, vintage_end, created_at, id)
  where used < tonnes;
create trigger carbon_lots_stay before delete on carbon_lots for each row execute function refuse_delete();

-- What of a lot serves which offset. The allocations of a lot lie end to end, so none can share a part of a credit.
create table carbon_allocations (
  account_id uuid not null,
  offset_id uuid not null,
  lot_id uuid not null references carbon_lots (id),
  -- Where in the lot it begins, counted in tonnes from its first credit.
  starts_at numeric(20, 6) not null check (starts_at >= 0),
  tonnes numeric(20, 6) not null check (tonnes > 0),
  created_at timestamptz(3) not null,
  primary key (account_id, offset_id, lot_id),
  foreign key (account_id, offset_id) references carbon_offsets (account_id, id)
);

-- First come, first served.
create index carbon_offsets_processing on carbon_offsets (project_id, date, id) where status = 'processing';
