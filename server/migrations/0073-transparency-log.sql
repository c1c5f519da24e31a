-- What the transparency log tells about a certificate. Null in certificates from before the log, until they are entered.
alter table biomass_certificates
  add column issued_at timestamptz(3),
  add column methodology_id uuid,
  -- As the account and the project were called then.
  add column account_name text,
  add column project_name text,
  -- The log has a hash of this and the name. Without it, nobody can find out the name, or prove it.
  add column salt bytea check (length(salt) = 32),
  -- Where the log tells of it, and of its withdrawal. Null: it is to be entered.
  add column log_index bigint,
  add column withdrawal_index bigint;
