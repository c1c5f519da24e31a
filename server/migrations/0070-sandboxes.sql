-- The sandboxes of this installation. Their rows are in schemas of their own, which have the same tables.
create table sandboxes (
  id uuid primary key,
  -- The live root account that it belongs to; null: the operator's.
  owner_id uuid references accounts (id),
  name text not null,
  -- Building: reserved, its schema is being made. Deleted: nobody can use it, and its schema is about to be dropped. Dropped: kept
  -- for a while only to count how many were created.
  state text not null default 'ready' check (state in ('building', 'ready', 'deleted', 'dropped')),
  -- The root account in the sandbox. It is not a row of this schema.
  root_id uuid check (root_id is not null or state <> 'ready'),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sandboxes_of_an_owner on sandboxes (owner_id, created_at, id);

-- Used in the schema of a sandbox only.
create table sandbox_clock (
  single boolean primary key default true check (single),
  now timestamptz not null,
  advancing_to timestamptz check (advancing_to > now)
);

-- The job queue of a sandbox, which follows its clock. Empty elsewhere.
create table sandbox_jobs (
  id bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null,
  key text unique,
  run_at timestamptz not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  last_error text
);
create index sandbox_jobs_due on sandbox_jobs (run_at, id);
