-- What is to be entered in the transparency log.
create index concurrently biomass_certificates_to_enter on biomass_certificates (issued_at, id) where log_index is null;
create index concurrently biomass_certificates_withdrawals_to_enter on biomass_certificates (withdrawn_at, id)
  where withdrawn_at is not null and withdrawal_index is null;
create index concurrently carbon_allocations_to_enter on carbon_allocations (created_at) where log_index is null;
