-- Devices that could not be read by the last collection that asked them, and why. An earlier version writes and reads nothing here.
create table feed_troubles (
  account_id uuid not null,
  feed_id uuid not null,
  -- Its name in `feed_devices`; if it was never read, where it is.
  device text not null,
  reason text not null,
  primary key (account_id, feed_id, device),
  foreign key (account_id, feed_id) references feeds (account_id, id) on delete cascade
);
