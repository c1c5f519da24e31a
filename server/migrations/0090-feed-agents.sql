-- Programs in the networks of printers, which send the readings of a feed. Each has a key that can do nothing else.
create table feed_agents (
  account_id uuid not null,
  feed_id uuid not null,
  id uuid not null,
  name text,
  created_at timestamptz(3) not null,
  -- Of the token that the agent enrols with. Null once it is used.
  token_hash bytea,
  expires_at timestamptz(3) not null,
  enrolled_at timestamptz(3),
  key_id uuid,
  version text,
  devices integer,
  -- The first devices that it could not read when it last reported: [{"address": ..., "reason": ...}].
  trouble jsonb not null default '[]',
  last_seen_at timestamptz(3),
  primary key (account_id, feed_id, id),
  check ((enrolled_at is null) = (key_id is null)),
  check ((enrolled_at is null) = (token_hash is not null))
);
alter table feed_agents add constraint feed_agents_feed
  foreign key (account_id, feed_id) references feeds (account_id, id) on delete cascade;
create unique index feed_agents_token on feed_agents (account_id, token_hash);
create index feed_agents_by_creation on feed_agents (account_id, feed_id, created_at desc, id desc);

-- With `agentSilent`. Rows from before are within the smaller list, so nothing is left to validate.
alter table feeds drop constraint feeds_health_check_reason_check;
alter table feeds add constraint feeds_health_check_reason_check
  check (health_check_reason in ('agentSilent', 'badAnswer', 'certificate', 'login', 'noAnswer', 'noDevice', 'noReading', 'other',
    'password', 'privateAddress', 'server', 'settings', 'silence', 'tooMany', 'unknownHost')) not valid;
