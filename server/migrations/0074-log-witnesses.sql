-- False: signed, and not shown yet, because witnesses are being asked for their cosignatures.
alter table log_checkpoints add column served boolean not null default true;

-- Every key that has signed the log. Proofs keep the signature of the key of their time.
create table log_keys (
  -- As a verifier key: name, id and public key.
  key text primary key,
  -- The first checkpoint that it signed: where it replaces another key, with the signatures of both.
  first_note text not null,
  first_signed_at timestamptz(3) not null,
  -- Of the smallest and the largest log that it signed.
  first_size bigint not null,
  last_size bigint not null
);

-- Those who cosign the log, by their verifier keys.
create table log_witnesses (
  key text primary key,
  -- Of the log that it has cosigned last.
  size bigint not null default 0,
  added_at timestamptz(3) not null,
  cosigned_at timestamptz(3),
  -- Attempts since then that failed, and why the last one did.
  failures integer not null default 0,
  failure text,
  -- `contradicts`: it knows another log than this one.
  trouble text check (trouble in ('failed', 'refused', 'contradicts')),
  -- Whoever asks it sets this ahead, so that nobody else does at the same time.
  next_attempt_at timestamptz(3) not null
);

-- Logs of others that this installation cosigns: the newest tree that it has seen of each. Locked by whoever cosigns.
create table witnessed_logs (
  origin text primary key,
  size bigint not null default 0 check (size >= 0),
  -- Of an empty tree: the hash of nothing.
  root bytea not null default sha256('') check (length(root) = 32)
);

-- The newest trees that were cosigned of each log, with the log's own signature: to recognize others of the same size.
create table witnessed_checkpoints (
  origin text not null,
  size bigint not null,
  root bytea not null check (length(root) = 32),
  note text not null,
  primary key (origin, size)
);

-- Evidence against logs: two notes with different roots for the same size, both signed by the log.
create table witnessed_forks (
  origin text not null,
  size bigint not null,
  seen_at timestamptz(3) not null,
  cosigned_note text not null,
  refused_note text not null,
  primary key (origin, size)
);
