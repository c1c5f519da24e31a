-- The credits of a lot in their order, to list who has which.
create index concurrently carbon_allocations_by_lot on carbon_allocations (lot_id, starts_at);
