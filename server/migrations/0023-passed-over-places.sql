-- Places where a device was read and passed over, and since when: pages wait there that somebody may be missing.
create table feed_passed_over (
  account_id uuid not null,
  feed_id uuid not null,
  address text not null,
  slot text not null,
  since timestamptz not null,
  primary key (account_id, feed_id, address, slot),
  foreign key (account_id, feed_id) references feeds (account_id, id) on delete cascade
);

-- A place that the feed no longer names.
alter table feed_places drop constraint feed_places_state_check;
alter table feed_places add constraint feed_places_state_check
  check (state in ('home', 'left', 'twin', 'waiting', 'retired'));
