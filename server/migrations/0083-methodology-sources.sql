-- Where the factors of a methodology come from, for whoever reads its figures. Null: not stated.
alter table methodologies
  add column source text,
  add column source_url text,
  add column version text,
  add column published_on date,
  -- As the source states it, such as "±20%".
  add column uncertainty text;

-- Of the one row that migration 0003 inserted.
update methodologies
set source = 'Emission factor: EPA Victoria, publication 1374.1, domestic virgin paper; 8,333 pages a tree: a convention, not a measurement',
  version = '1', published_on = '2026-01-01'
where id = '01900000-0000-7000-8000-000000000001';
