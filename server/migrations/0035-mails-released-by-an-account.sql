-- How many mails of a kind an account has sent lately.
create index concurrently mails_released_by on mails (account_id, kind, released_at) where released_at is not null;
