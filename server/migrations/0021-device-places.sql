-- Where a device was read that is asked itself, and what it said there: devices move, and now and then forget who they are.
create table feed_places (
  account_id uuid not null,
  feed_id uuid not null,
  device text not null,
  address text not null,
  -- Which of the devices at the address.
  slot text not null,
  serial text,
  uuid text,
  is_by_jobs boolean not null,
  state text not null check (state in ('home', 'twin', 'waiting', 'retired')),
  primary key (account_id, feed_id, device, address, slot),
  foreign key (account_id, feed_id) references feeds (account_id, id) on delete cascade
);

-- Which jobs of a device without a counter have been counted: those up to the last one, except the open ones.
create table feed_jobs (
  account_id uuid not null,
  feed_id uuid not null,
  device text not null,
  last_job integer not null,
  open_jobs integer[] not null,
  -- What all that were counted come to, in whatever unit each was said: it only rises.
  total bigint not null check (total >= 0),
  primary key (account_id, feed_id, device),
  foreign key (account_id, feed_id) references feeds (account_id, id) on delete cascade
);

alter table feed_readings drop constraint feed_readings_note_check;
alter table feed_readings add constraint feed_readings_note_check
  check (note in ('baseline', 'dip', 'reset', 'wrap', 'late', 'unmanaged', 'sheets_count', 'elsewhere', 'incomplete'));
