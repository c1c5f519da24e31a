-- The jobs that were imported, each with the deposit that it became. A job sent again with the same figures changes nothing.
create table deposit_jobs (
  account_id uuid not null,
  -- The name that the print shop has for it.
  job text not null,
  deposit_id uuid not null,
  -- As imported, for comparison.
  date timestamptz(3) not null,
  pages bigint not null,
  width numeric not null,
  length numeric not null,
  gsm integer not null,
  primary key (account_id, job)
);
-- Deleting a deposit frees its job.
create unique index deposit_jobs_by_deposit on deposit_jobs (account_id, deposit_id);
