-- The factors that turn paper into pages, trees, tonnes and money. Rows are never changed: what was computed with one
-- keeps its id, so a new factor never changes the past.
create table methodologies (
  id uuid primary key,
  name text not null unique,
  standard_width numeric not null check (standard_width > 0),
  standard_length numeric not null check (standard_length > 0),
  standard_gsm numeric not null check (standard_gsm > 0),
  pages_per_tree numeric not null check (pages_per_tree > 0),
  -- Tonnes of CO2e per tonne of paper.
  emission_factor numeric not null check (emission_factor >= 0),
  price_per_page numeric not null check (price_per_page >= 0),
  current boolean not null,
  created_at timestamptz(3) not null
);
create unique index methodologies_one_current on methodologies (current) where current;
create trigger methodologies_stay before delete on methodologies for each row execute function refuse_delete();

-- Emission factor: EPA Victoria, publication 1374.1, domestic virgin paper.
insert into methodologies
values ('01900000-0000-7000-8000-000000000001', 'Letter 75 g/m2, 8333 pages a tree, 1.30 t CO2e/t',
        0.2159, 0.2794, 75, 8333, 1.30, 0.0003, true, '2026-01-01T00:00:00Z');
