create table deposits (
  account_id uuid not null,
  id uuid not null,
  -- Kept when the feed is deleted.
  feed_id uuid,
  date timestamptz(3) not null,
  pages bigint not null,
  width numeric not null check (width > 0),
  length numeric not null check (length > 0),
  gsm integer not null check (gsm > 0),
  created_at timestamptz(3) not null,
  -- Set when the month-end has processed and certified it: locked from then on.
  processed_at timestamptz(3),
  primary key (account_id, id)
);
create index deposits_by_date on deposits (account_id, date desc, id desc);
