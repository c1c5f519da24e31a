-- The children of an account that are not counted yet.
create index concurrently accounts_not_counted on accounts (parent_id) where not counted and parent_id is not null;
