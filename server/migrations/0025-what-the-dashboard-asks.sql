-- Why a feed is unhealthy, in the terms in which people are told; null where it is well, or was found ill before this was kept.
alter table feeds add column health_check_reason text
  check (health_check_reason in ('login', 'noAnswer', 'noDevice', 'noReading', 'other', 'silence'));
alter table feeds add check (health_check = 'unhealthy' or health_check_reason is null);

-- Name, display name and external id as a search compares them. The application folds what it writes, like name_sort; what is
-- there already is folded as well as the database can.
alter table accounts add column search_text text collate "C" not null default '';
update accounts set search_text = name_sort || E'\n' || lower(regexp_replace(
  normalize(display_name || E'\n' || coalesce(external_id, ''), NFKD), '[\u0300-\u036F]', '', 'g'));

-- All accounts below one, at any depth.
create index accounts_below on accounts using gin (lineage);
