-- How many mails of a kind an address got lately.
create index concurrently mails_released_to on mails (lower(address), kind, released_at) where released_at is not null;
