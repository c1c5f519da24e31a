-- A tree that was signed, as a data directory knows, and that the log of this database does not begin with: nobody signs until it does.
-- Null: there is none. An earlier version ignores it.
alter table log_state
  add column disputed_size bigint,
  add column disputed_root bytea,
  -- The id of that data directory, which may withdraw it.
  add column disputed_by text;
