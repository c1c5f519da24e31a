-- What a close marked and gives back, of an account that may have millions of other deposits. Deposits that wait are not in it.
create index concurrently deposits_of_settlement on deposits (account_id, settled_month) where settled_month is not null;
