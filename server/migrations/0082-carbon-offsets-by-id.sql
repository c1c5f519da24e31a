-- The address of a carbon certificate has only the id of its offset.
create index concurrently carbon_offsets_by_id on carbon_offsets (id);
