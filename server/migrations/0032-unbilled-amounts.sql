-- What the offsets of an account come to that are not on an invoice yet, so that a new one is held against the limit
-- without adding all of them up. An account has its row from its first offset on that was created since.
create table account_unbilled (
  account_id uuid primary key references accounts (id),
  amount numeric not null
);
