-- What is known about a device besides its counters, in each of its rows.
alter table feed_devices
  add column name text,
  add column model text,
  -- The first day of the month that `month_pages` are of: the newest in which it was read.
  add column month date,
  add column month_pages bigint not null default 0;
