alter table log_state
  -- When somebody began to look for what is not in the log, and has entered all of it.
  add column passed_at timestamptz(3),
  -- Why nothing is entered or signed. Null: nothing is wrong.
  add column trouble text,
  add column trouble_since timestamptz(3),
  -- This database was restored from a backup, and does not know what was signed after the backup.
  add column restored boolean not null default false;
