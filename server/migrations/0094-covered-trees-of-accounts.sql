-- How many of an account's trees in a project plantings cover, and how many of these are already in the sums of the accounts above. Jobs
-- add those that were covered before these columns.
alter table account_plantings add column covered_trees numeric not null default 0;
alter table account_plantings add column rolled_covered_trees numeric not null default 0;
-- Of the trees of all accounts below one, those that plantings cover.
alter table planting_rollups add column covered_trees numeric not null default 0;
