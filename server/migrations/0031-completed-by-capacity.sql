-- Set where the job has completed it because its capacity was used up: it goes on when trees of it are deleted. What the
-- operator completes stays complete.
alter table forestry_projects add completed_by_capacity boolean not null default false;
