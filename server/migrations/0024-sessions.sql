-- Who is signed in. Only the hash of a session's token is kept; the token names its account, as an API key does.
create table sessions (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  user_agent text,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- Moves on with every use, up to a last day that nothing moves.
  expires_at timestamptz(3) not null,
  primary key (account_id, id),
  -- Nobody stays signed in who is no user any more.
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create unique index sessions_hash on sessions (account_id, hash);
create index sessions_of_user on sessions (account_id, user_id);
create index sessions_by_end on sessions (expires_at);

alter table sign_in_links
  -- Of a token in a cookie of the browser that asked for the link; null: it is for any browser.
  add column browser_hash bytea,
  -- Other addresses than the user's own that were given in another browser.
  add column wrong_addresses smallint not null default 0;

-- People of those who run the installation.
alter table users add column is_operator boolean not null default false;
