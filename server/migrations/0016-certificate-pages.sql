-- How an account shows itself to the public.
alter table accounts
  -- The language of its pages where the reader asks for none.
  add column locale text not null default 'en',
  -- Whether anyone may see its trees to date on a badge.
  add column badge_enabled boolean not null default false;

-- Shown on the project's certificates. Apart from the projects, whose rows are read for every list.
create table project_pictures (
  project_id uuid primary key references forestry_projects (id),
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes bytea not null,
  updated_at timestamptz(3) not null
);
-- They are compressed already.
alter table project_pictures alter column bytes set storage external;
