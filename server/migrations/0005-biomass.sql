create table biomass_certificates (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  date timestamptz(3) not null,
  pages bigint not null check (pages > 0),
  trees numeric(20, 6) not null check (trees > 0),
  -- Set when its offset was deleted: the API no longer knows it, its public page says so.
  withdrawn_at timestamptz(3),
  primary key (account_id, id)
);
create index biomass_certificates_by_date on biomass_certificates (account_id, date desc, id desc)
  where withdrawn_at is null;
-- The public permalink knows the id alone.
create index biomass_certificates_by_id on biomass_certificates (id);

create table biomass_offsets (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  certificate_id uuid not null,
  quote_id uuid,
  order_id uuid,
  methodology_id uuid not null,
  date timestamptz(3) not null,
  pages bigint not null check (pages > 0),
  trees numeric(20, 6) not null check (trees > 0),
  -- What it will be billed at, exact.
  price numeric not null check (price >= 0),
  created_at timestamptz(3) not null,
  -- Set by billing: locked from then on.
  billed_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, certificate_id) references biomass_certificates (account_id, id)
);
create index biomass_offsets_by_date on biomass_offsets (account_id, date desc, id desc);
-- A quote is executed by the one offset that carries its id; deleting the offset frees the quote again.
create unique index biomass_offsets_quote on biomass_offsets (account_id, quote_id) where quote_id is not null;
create index biomass_offsets_order on biomass_offsets (account_id, order_id) where order_id is not null;

-- Trees given to (or, when an offset is deleted, taken back from) a project and not yet folded into its total. Offsets
-- only ever insert here, so that two accounts never wait on one project's row.
create table project_plantings (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  trees numeric(20, 6) not null,
  primary key (account_id, id)
);
