-- When a device of the feed was last read, by us or by whoever sends readings.
alter table feeds add column last_read_at timestamptz(3);
-- When its source was last read whole; pull types only.
alter table feeds add column collected_at timestamptz(3);

-- How far each counter of each device has been counted. A device may have two, of sheets and of impressions.
create table feed_devices (
  account_id uuid not null,
  feed_id uuid not null,
  device text not null,
  unit text not null check (unit in ('sheets', 'impressions')),
  -- Everything up to this total is counted, or given up.
  mark bigint not null check (mark >= 0),
  read_at timestamptz(3) not null,
  primary key (account_id, feed_id, device, unit),
  foreign key (account_id, feed_id) references feeds (account_id, id) on delete cascade
);

-- Every reading, and what it came to.
create table feed_readings (
  account_id uuid not null,
  feed_id uuid not null,
  device text not null,
  unit text not null check (unit in ('sheets', 'impressions')),
  read_at timestamptz(3) not null,
  total bigint not null check (total >= 0),
  -- Null where the source does not tell managed devices apart.
  managed boolean,
  pages bigint not null check (pages >= 0),
  -- Why it came to no more, or to more than the difference of two totals.
  note text check (note in ('baseline', 'dip', 'reset', 'wrap', 'late', 'unmanaged', 'sheets_count')),
  primary key (account_id, feed_id, read_at, device, unit),
  foreign key (account_id, feed_id) references feeds (account_id, id) on delete cascade
);

-- The one deposit of a feed and day. It may be deleted like every other one, so there is no foreign key.
create table feed_days (
  account_id uuid not null,
  feed_id uuid not null,
  day date not null,
  deposit_id uuid not null,
  primary key (account_id, feed_id, day),
  foreign key (account_id, feed_id) references feeds (account_id, id) on delete cascade
);
