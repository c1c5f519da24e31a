-- A public link to a quote, so that a customer can accept it without signing in. Only the hash of its token is kept; the token
-- names its account, as an API key does. A quote has one link at most: a new one replaces it.
create table quote_links (
  account_id uuid not null,
  quote_id uuid not null,
  hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Set when the quote was accepted with the link.
  accepted_at timestamptz(3),
  primary key (account_id, quote_id),
  foreign key (account_id, quote_id) references quotes (account_id, id) on delete cascade
);
create unique index quote_links_hash on quote_links (account_id, hash);
