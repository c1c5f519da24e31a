-- What a key is limited to; null: nothing. `readings`: to sending readings of the feed. An earlier version does not recognize such
-- keys at all, because their tokens begin differently.
alter table api_keys
  add column scope text,
  add column scope_feed_id uuid;
