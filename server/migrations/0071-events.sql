-- The accounts that have an enabled webhook endpoint. Read by everything that writes an event, so it is small and on every node.
create table listening_accounts (
  id uuid primary key references accounts (id),
  -- Whether one of its endpoints also receives the events of accounts below.
  below boolean not null
);

create sequence event_sequence;

-- Facts that happened to accounts, for integrators. Written in the transaction of the change itself, deleted after 30 days. A deposit
-- that no endpoint listens to has none: there, the entry in the audit trail with its `sequence` is the event.
create table events (
  account_id uuid not null,
  at timestamptz(3) not null,
  -- A UUIDv7 with the time in `at`, so that the primary key also finds an event by its id.
  id uuid not null,
  -- Grows within an account.
  sequence bigint not null,
  type text not null,
  subject_id uuid not null,
  -- What the resource is presented from, by the names of its columns.
  facts jsonb not null,
  -- An endpoint listens, and the event has not yet been assigned to it.
  pending boolean not null,
  primary key (account_id, at, id)
);
-- For lists of one type. Most events are of these three types, which lists find without an index.
create index events_by_type on events (account_id, type, at, id)
  where type not in ('deposit.created', 'biomass_offset.created', 'certificate.issued');
create index events_pending on events (at, account_id, id) where pending;
-- For deleting old events: they were written in this order, so a summary per block is enough.
create index events_by_time on events using brin (at) with (autosummarize = on);

-- Set: the entry is an event, too.
alter table audit_entries add column sequence bigint;
