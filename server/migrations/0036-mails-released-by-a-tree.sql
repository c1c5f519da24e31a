-- How many mails of a kind all accounts of a tree have sent lately.
create index concurrently mails_released_by_tree on mails (root_id, kind, released_at) where released_at is not null;
