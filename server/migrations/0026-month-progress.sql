-- Why an open settlement could not be settled when it was last tried; null where nothing was wrong with it.
alter table settlements add failure text;
alter table settlements add check (failure is null or settled_at is null);

-- Months are added up for the operator, again and again while a close is under way.
create index settlements_by_month on settlements (month)
  include (opened_at, settled_at, deposits, pages, trees, returned_pages, returned_trees);

-- The audit trail knows users and keys by their ids alone.
create index users_by_id on users (id);
create index api_keys_by_id on api_keys (id);
