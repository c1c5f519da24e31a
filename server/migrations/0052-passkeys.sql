-- Passkeys (WebAuthn) of users. A person may be a user of several accounts: the passkey is stored with one of them, and signs in to all.
create table passkeys (
  account_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Chosen by the authenticator, in base64url. Only together with the handle it identifies one passkey.
  credential_id text not null,
  -- What we named the user to the authenticator, in base64url. The authenticator keeps it for good.
  user_handle text not null,
  public_key bytea not null,
  -- Of signatures, as the authenticator last told; 0: it does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (account_id, id)
);
alter table passkeys add constraint passkeys_user foreign key (account_id, user_id)
  references users (account_id, id) on delete cascade;
create unique index passkeys_credential on passkeys (account_id, credential_id);
create index passkeys_of_user on passkeys (account_id, user_id);
create index passkeys_by_credential on passkeys (credential_id);

-- Challenges that have been answered, until they expire: each can be answered once.
create table used_passkey_challenges (
  account_id uuid not null,
  hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (account_id, hash)
);
create index used_passkey_challenges_by_end on used_passkey_challenges (expires_at);
