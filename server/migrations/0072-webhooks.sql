create table webhook_endpoints (
  account_id uuid not null references accounts (id),
  id uuid not null,
  url text not null,
  -- Types of events, `resource.*` or `*`.
  events text[] not null,
  description text,
  include_descendants boolean not null,
  status text not null check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('requested', 'gone', 'failing')),
  -- Of the API, in which events are presented.
  revision text not null,
  created_at timestamptz(3) not null,
  public_key bytea not null,
  -- The secrets and the private key. AES-256-GCM, bound to the endpoint's id.
  keys_sealed bytea not null,
  -- When the first attempt failed since the last that succeeded.
  failing_since timestamptz(3),
  -- While past events are being assigned to it again.
  replay_requested_at timestamptz(3),
  primary key (account_id, id),
  check ((status = 'disabled') = (disabled_reason is not null))
);
create index webhook_endpoints_by_creation on webhook_endpoints (account_id, created_at desc, id desc);

-- An event that an endpoint receives. No foreign keys: events may belong to other accounts, and both are deleted in batches.
create table webhook_deliveries (
  account_id uuid not null,
  endpoint_id uuid not null,
  created_at timestamptz(3) not null,
  -- A UUIDv7 with the time in `created_at`, so that the primary key also finds a delivery by its id.
  id uuid not null,
  event_account_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  attempts jsonb not null default '[]',
  -- Of all attempts, also of those that are no longer listed.
  attempt_count integer not null default 0,
  next_attempt_at timestamptz(3),
  primary key (account_id, endpoint_id, created_at, id),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_pending on webhook_deliveries (account_id, endpoint_id, next_attempt_at)
  where status = 'pending';
-- For the list of those that failed, of which there are few.
create index webhook_deliveries_failed on webhook_deliveries (account_id, endpoint_id, created_at, id)
  where status = 'failed';
-- For deleting old ones: they were written in this order, so a summary per block is enough.
create index webhook_deliveries_by_time on webhook_deliveries using brin (created_at) with (autosummarize = on);
