-- What was planted in a project, as the operator has recorded it.
create table plantings (
  id uuid primary key,
  project_id uuid not null references forestry_projects (id),
  -- By which its partner knows it.
  reference text not null unique,
  planted_on date not null,
  trees numeric(20, 6) not null check (trees > 0),
  partner text not null,
  species text[] not null,
  -- GeoJSON, a Polygon or MultiPolygon. Null: where exactly is not known.
  polygon jsonb,
  -- Audits, the oldest first: auditedOn, rate and auditor of each.
  survival jsonb not null,
  source_url text,
  -- Its trees times the newest rate, rounded down.
  surviving_trees numeric(20, 6) not null check (surviving_trees between 0 and trees),
  -- The sum of its coverings. More than survive only until the job has released what is too much.
  covered_trees numeric(20, 6) not null default 0 check (covered_trees >= 0),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index plantings_of_a_project on plantings (project_id, planted_on, id);
-- In the order in which they cover certificates.
create index plantings_with_free_trees on plantings (project_id, planted_on, reference) where covered_trees < surviving_trees;
create index plantings_with_too_few_trees on plantings (project_id, id) where covered_trees > surviving_trees;

-- Each time that a planting was recorded or its facts were changed: what the transparency log tells. Never changed, but for its place.
create table planting_records (
  id uuid primary key,
  planting_id uuid not null references plantings (id),
  recorded_at timestamptz(3) not null,
  facts jsonb not null,
  -- Where the log tells of it. Null: it is to be entered.
  log_index bigint
);
create index planting_records_to_enter on planting_records (recorded_at, id) where log_index is null;
create index planting_records_by_log_index on planting_records (log_index) where log_index is not null;

-- Trees of a planting that stand for trees of a certificate.
create table certificate_coverings (
  account_id uuid not null,
  certificate_id uuid not null,
  planting_id uuid not null references plantings (id),
  trees numeric(20, 6) not null check (trees > 0),
  created_at timestamptz(3) not null,
  primary key (account_id, certificate_id, planting_id)
);
alter table certificate_coverings add foreign key (account_id, certificate_id)
  references biomass_certificates (account_id, id);
-- The last come first, as they are released. Ids of certificates have the time in them.
create index certificate_coverings_of_a_planting on certificate_coverings (planting_id, created_at desc, certificate_id desc);
