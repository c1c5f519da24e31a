-- Photos of plantings, without metadata. The digest of the large one keeps the same photo from being there twice.
create table planting_photos (
  id uuid primary key,
  planting_id uuid not null references plantings (id),
  taken_on date,
  caption text,
  large bytea not null,
  small bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  digest text not null,
  created_at timestamptz not null,
  unique (planting_id, digest)
);
-- They are compressed already.
alter table planting_photos alter column large set storage external;
alter table planting_photos alter column small set storage external;
