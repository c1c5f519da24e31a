create table orders (
  account_id uuid not null,
  id uuid not null,
  methodology_id uuid not null,
  external_id text,
  status text not null check (status in ('draft', 'placed')),
  items jsonb not null,
  paper_mass_g numeric not null,
  standard_sheets bigint not null,
  trees numeric(20, 6) not null,
  mtco2e numeric(20, 6) not null,
  biomass_price numeric not null,
  carbon_price numeric not null,
  -- What placing will create, one entry per project: decided when the order is drafted, so that the price holds.
  biomass_shares jsonb not null,
  carbon_shares jsonb not null,
  created_at timestamptz(3) not null,
  placed_at timestamptz(3),
  primary key (account_id, id),
  check ((status = 'placed') = (placed_at is not null))
);
create unique index orders_external_id on orders (account_id, external_id) where external_id is not null;
create index orders_by_creation on orders (account_id, created_at desc, id desc);
alter table biomass_offsets add foreign key (account_id, order_id) references orders (account_id, id);

create table carbon_offsets (
  account_id uuid not null,
  id uuid not null,
  order_id uuid,
  project_id uuid not null,
  methodology_id uuid not null,
  date timestamptz(3) not null,
  mtco2e numeric(20, 6) not null check (mtco2e > 0),
  price numeric not null check (price >= 0),
  status text not null check (status in ('processing', 'fulfilled')),
  vintage_start_date timestamptz(3),
  vintage_end_date timestamptz(3),
  serial_numbers text[] not null default '{}',
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id)
);
create index carbon_offsets_by_date on carbon_offsets (account_id, date desc, id desc);
create index carbon_offsets_order on carbon_offsets (account_id, order_id) where order_id is not null;
