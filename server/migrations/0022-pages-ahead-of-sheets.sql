-- Of a device's sheets: the pages that its impressions have come to since sheets were last read.
alter table feed_devices add column ahead bigint not null default 0 check (ahead >= 0);
