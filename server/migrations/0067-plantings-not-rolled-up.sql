-- The trees that the job adds to the sums of the accounts above.
create index concurrently account_plantings_not_rolled on account_plantings (account_id) where not rolled;
