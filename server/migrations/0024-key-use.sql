-- To within some minutes: a note for people, which no request waits for. Null: not used since this is noted.
alter table api_keys add column last_used_at timestamptz(3);
create index api_keys_by_creation on api_keys (account_id, created_at, id);
