-- What cannot be told from other tables about the first steps of an account.
create table account_starts (
  account_id uuid primary key references accounts (id),
  -- When somebody first copied the link of a certificate.
  shared_at timestamptz(3),
  -- When somebody dismissed the checklist.
  dismissed_at timestamptz(3)
);
