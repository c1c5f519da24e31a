-- Certificates that wait for plantings, the first issued first. Those from before the log follow (see enter-certificates.ts).
create index concurrently biomass_certificates_pending on biomass_certificates
  (project_id, coalesce(issued_at, 'infinity'::timestamptz), id) where withdrawn_at is null and covered_trees < trees;
-- Withdrawn ones that still hold trees.
create index concurrently biomass_certificates_to_free on biomass_certificates (project_id, id)
  where withdrawn_at is not null and covered_trees > 0;
