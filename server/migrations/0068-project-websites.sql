-- The address of a project's own site, which public pages link to. Empty: none.
alter table forestry_projects add column website text not null default '';
