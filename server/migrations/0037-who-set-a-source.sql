-- The account whose key or user last set a feed's type, server and external id. On a server of an account above, a feed is
-- only read if that account set them, or one above it. Null: from before this was kept; the audit trail tells.
alter table feeds add column source_set_by uuid;

-- `server`: the feed is not allowed to read from its server.
alter table feeds drop constraint feeds_health_check_reason_check;
alter table feeds add constraint feeds_health_check_reason_check
  check (health_check_reason in ('login', 'noAnswer', 'noDevice', 'noReading', 'other', 'silence', 'server')) not valid;
