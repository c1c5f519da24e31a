-- By their places in the log, to compare it with the tables in batches.
create index concurrently biomass_certificates_by_log_index on biomass_certificates (log_index) where log_index is not null;
create index concurrently biomass_certificates_by_withdrawal_index on biomass_certificates (withdrawal_index)
  where withdrawal_index is not null;
create index concurrently carbon_allocations_by_log_index on carbon_allocations (log_index) where log_index is not null;
