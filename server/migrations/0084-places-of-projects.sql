-- A region or town as people call it, shown beside the country. Empty: none.
alter table forestry_projects add column place text not null default '';
