-- Which mails about the account the user does not want, and when the user was last invited. Null for users from before:
-- they were invited when they were created, or later.
alter table users
  add column muted_mails text[] not null default '{}',
  add column invited_at timestamptz(3);
