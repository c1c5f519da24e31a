-- Accounts of a family by name, for searches from its root, and all accounts, for those of operators.
create index concurrently accounts_by_family on accounts ((lineage[1]), name_sort, id);
create index concurrently accounts_by_name on accounts (name_sort, id);
create index concurrently accounts_by_external_id on accounts (external_id) where external_id is not null;

-- By ID or reference alone, for searches in several accounts.
create index concurrently orders_by_id on orders (id);
create index concurrently orders_by_external_id on orders (external_id) where external_id is not null;
create index concurrently quotes_by_id on quotes (id);
create index concurrently quotes_by_external_id on quotes (external_id) where external_id is not null;
create index concurrently feeds_by_id on feeds (id);
create index concurrently feeds_by_external_id on feeds (external_id) where external_id is not null;

-- The end of its ID is the number of a certificate.
create index concurrently biomass_certificates_by_number on biomass_certificates (right(id::text, 12));
