-- The account's name when credits were allocated to it: what the registry is told, and what certificates go on saying after the
-- account has been renamed. Null: allocated by an earlier version; its present name then.
alter table carbon_allocations add column beneficiary text;
