-- What a registry says about a lot. Null: unknown, or not given.
alter table carbon_lots
  -- `removal` or `avoidance`.
  add column type text,
  add column standard text,
  add column registry text,
  -- ISO 3166-1 alpha-2.
  add column country text,
  -- `yes`, `no` or `unknown`: whether the Core Carbon Principles label was given.
  add column ccp text,
  -- `yes`, `no` or `unknown`: whether the host country adjusts its balance (Article 6 of the Paris Agreement).
  add column corresponding_adjustment text,
  add column registry_url text;

-- Credits that were retired in their registry. Whether an allocation is retired follows from this alone.
create table carbon_retirements (
  id uuid primary key,
  lot_id uuid not null references carbon_lots (id),
  first_credit bigint not null,
  last_credit bigint not null,
  retired_on date not null,
  registry_url text,
  -- For whom, as the registry was told, if the file said so. Names change later; the registry does not.
  beneficiary text,
  recorded_at timestamptz(3) not null,
  -- Where the transparency log tells of it. Null: it is to be entered.
  log_index bigint,
  check (first_credit <= last_credit),
  -- No credit is retired twice. Hashes, because Citus knows no range types of our own; equal ones are next to impossible.
  constraint carbon_retirements_apart exclude using gist (
    int8range(uuid_hash_extended(lot_id, 0), uuid_hash_extended(lot_id, 0), '[]') with &&,
    int8range(first_credit, last_credit, '[]') with &&
  )
);
create index carbon_retirements_by_lot on carbon_retirements (lot_id, first_credit);
create index carbon_retirements_to_enter on carbon_retirements (recorded_at, id) where log_index is null;
create index carbon_retirements_by_log_index on carbon_retirements (log_index) where log_index is not null;
create trigger carbon_retirements_stay before delete on carbon_retirements for each row execute function refuse_delete();
