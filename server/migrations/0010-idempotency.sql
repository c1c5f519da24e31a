-- The first answer to a request with an Idempotency-Key, written in the transaction of what it answers. A second
-- request waits on the primary key until the first has committed or failed.
create table idempotent_requests (
  account_id uuid not null,
  key_id uuid not null,
  method text not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  answer text,
  created_at timestamptz(3) not null,
  primary key (account_id, key_id, method, path, key)
);
create index idempotent_requests_by_age on idempotent_requests (created_at);
