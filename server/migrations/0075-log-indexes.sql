-- By their places in the log, to compare it with the tables in batches.
create index concurrently biomass_certificates_by_log_index on biomass_certificates (log_index) where log_index is not null;
create index concurrently biomass_certificates_by_withdrawal_index on biomass_certificates (withdrawal_index)
  where withdrawal_index is not null;
create index concurrently carbon_allocations_by_log_index on carbon_allocations (log_index) where log_index is not null;

-- What is to be entered in the transparency log.
create index concurrently biomass_certificates_to_enter on biomass_certificates (issued_at, id) where log_index is null;
create index concurrently biomass_certificates_withdrawals_to_enter on biomass_certificates (withdrawn_at, id)
  where withdrawn_at is not null and withdrawal_index is null;
create index concurrently carbon_allocations_to_enter on carbon_allocations (created_at) where log_index is null;
