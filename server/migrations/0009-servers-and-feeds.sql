create table servers (
  account_id uuid not null references accounts (id),
  id uuid not null,
  type text not null,
  url text not null,
  username text not null,
  -- An address for support that only revision 1.6.3 of the API knows.
  contact text,
  -- AES-256-GCM, bound to the server's id.
  password_sealed bytea,
  created_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index servers_by_creation on servers (account_id, created_at desc, id desc);

create table feeds (
  account_id uuid not null references accounts (id),
  id uuid not null,
  type text not null,
  -- The server may belong to an ancestor. No foreign key, because it would cross tenants: feeds and servers take a lock
  -- on the server's row instead, so that none is deleted while a feed begins to use it.
  server_account_id uuid,
  server_id uuid,
  external_id text,
  collection_scope text not null check (collection_scope in ('all', 'managed_only')),
  created_at timestamptz(3) not null,
  status text not null check (status in ('active', 'inactive')),
  activated_at timestamptz(3) not null,
  deactivated_at timestamptz(3),
  health_check text not null check (health_check in ('healthy', 'unhealthy')),
  health_check_checked_at timestamptz(3) not null,
  health_check_changed_at timestamptz(3) not null,
  primary key (account_id, id),
  check ((server_id is null) = (server_account_id is null))
);
create index feeds_by_creation on feeds (account_id, created_at desc, id desc);
create index feeds_by_server on feeds (server_account_id, server_id) where server_id is not null;
