-- Which projects an account has trees in, without reading all of its offsets.
create index concurrently biomass_offsets_by_project on biomass_offsets (account_id, project_id);
