create table quotes (
  account_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  methodology_id uuid not null,
  external_id text,
  items jsonb not null,
  mass numeric not null,
  standard_pages bigint not null,
  trees numeric(20, 6) not null,
  price numeric not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index quotes_external_id on quotes (account_id, external_id) where external_id is not null;
create index quotes_by_creation on quotes (account_id, created_at desc, id desc);
alter table biomass_offsets add foreign key (account_id, quote_id) references quotes (account_id, id);
