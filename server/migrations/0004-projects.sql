create table forestry_projects (
  id uuid primary key,
  name text not null unique,
  status text not null check (status in ('active', 'complete')),
  forest_latitude double precision not null,
  forest_longitude double precision not null,
  content_logo text not null,
  content_masthead text not null,
  content_introduction text not null,
  content_body_html text not null,
  content_images text[] not null,
  -- Trees that fit; null: no limit.
  capacity_trees numeric(20, 6) check (capacity_trees > 0),
  -- Trees planted so far, folded in from project_plantings by a job.
  planted_trees numeric(20, 6) not null default 0,
  created_at timestamptz(3) not null
);
create index forestry_projects_by_creation on forestry_projects (created_at, id);
create trigger forestry_projects_stay before delete on forestry_projects for each row execute function refuse_delete();

create table carbon_projects (
  id uuid primary key,
  name text not null unique,
  type text not null,
  registry_name text not null,
  price_per_tonne numeric not null check (price_per_tonne >= 0),
  status text not null check (status in ('active', 'complete')),
  created_at timestamptz(3) not null
);
create trigger carbon_projects_stay before delete on carbon_projects for each row execute function refuse_delete();

create table favorite_projects (
  account_id uuid not null references accounts (id),
  project_id uuid not null references forestry_projects (id),
  -- A UUIDv7: keeps the order in which favorites were added.
  id uuid not null,
  primary key (account_id, project_id)
);
