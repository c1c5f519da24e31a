-- Only the hash of a key is kept. The key itself names its account, so that a look-up begins with the tenant.
create table api_keys (
  account_id uuid not null references accounts (id),
  id uuid not null,
  hash bytea not null,
  name text,
  revision text not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (account_id, id)
);
create unique index api_keys_hash on api_keys (account_id, hash);

create table users (
  account_id uuid not null references accounts (id),
  id uuid not null,
  email text not null,
  -- The address in lower case: unique without regard to case.
  email_key text collate "C" not null,
  full_name text,
  locale text not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
);
create unique index users_email on users (account_id, email_key);
create index users_by_creation on users (account_id, created_at, id);
