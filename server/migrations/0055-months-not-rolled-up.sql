-- The months that the job adds to the sums of the accounts above.
create index concurrently account_volume_not_rolled on account_volume (account_id) where not rolled;
