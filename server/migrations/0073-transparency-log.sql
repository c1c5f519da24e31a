-- What the transparency log tells about a certificate. Null in certificates from before the log, until they are entered.
alter table biomass_certificates
  add column issued_at timestamptz(3),
  add column methodology_id uuid,
  -- As the account and the project were called then.
  add column account_name text,
  add column project_name text,
  -- The log has a hash of this and the name. Without it, nobody can find out the name, or prove it.
  add column salt bytea,
  -- Where the log tells of it, and of its withdrawal. Null: it is to be entered.
  add column log_index bigint,
  add column withdrawal_index bigint;

-- When it was first in use, if that was after this migration.
alter table methodologies add column adopted_at timestamptz(3), add column log_index bigint;
alter table carbon_lots add column log_index bigint;
alter table carbon_allocations add column log_index bigint;

-- The log of this installation. Locked by whoever enters something, so there is one at a time.
create table log_state (
  single boolean primary key default true check (single),
  size bigint not null default 0 check (size >= 0),
  root bytea not null check (length(root) = 32)
);
-- Of an empty tree: the hash of nothing.
insert into log_state (root) values (sha256(''));

create table log_entries (
  index bigint primary key,
  -- Canonical JSON. Text that nobody may change: its bytes are hashed.
  entry bytea not null
);

-- Hashes of the Merkle tree, 256 in a complete tile. At level 0 those of the entries, above it those of complete tiles below.
create table log_tiles (
  level smallint not null,
  number bigint not null,
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, number)
);

-- The newest of each day, and the newest of all: signed notes, with cosignatures.
create table log_checkpoints (
  size bigint primary key,
  signed_at timestamptz(3) not null,
  note text not null
);
