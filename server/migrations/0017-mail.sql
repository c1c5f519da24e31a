-- What is to be told to people, filled in the transaction of what it tells of. `event` names that, so that nothing is told
-- twice.
create table mails (
  account_id uuid not null,
  id uuid not null,
  event text not null,
  kind text not null,
  user_id uuid not null,
  address text not null,
  locale text not null,
  account_name text not null,
  -- What the text speaks of. Never a secret.
  facts jsonb not null,
  -- A token that the text carries: AES-256-GCM, bound to the mail's id; gone once it is sent.
  secret_sealed bytea,
  created_at timestamptz(3) not null,
  -- After that nobody needs it.
  useful_until timestamptz(3),
  -- `sending` is written before a mail is handed over. Whether one was taken whose sender died then is not known: `unsure`.
  state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'unsure')),
  attempts integer not null default 0,
  next_try_at timestamptz(3) not null,
  sending_since timestamptz(3),
  sent_at timestamptz(3),
  last_error text,
  primary key (account_id, id),
  check ((sent_at is not null) = (state = 'sent')),
  check ((sending_since is not null) = (state = 'sending'))
);
create unique index mails_event on mails (account_id, event);
create index mails_due on mails (next_try_at) where state = 'waiting';
create index mails_due_of_account on mails (account_id, next_try_at) where state = 'waiting';
create index mails_in_hand on mails (sending_since) where state = 'sending';
create index mails_in_trouble on mails (created_at) where state in ('failed', 'unsure');
create index mails_by_creation on mails (created_at);

-- Only the hash of a link's token is kept, as for API keys.
create table sign_in_links (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (account_id, id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
create unique index sign_in_links_hash on sign_in_links (account_id, hash);
create index sign_in_links_of_user on sign_in_links (account_id, user_id);

-- People who sign in say their address, not their account.
create index users_by_email on users (email_key);
