-- The public page of an account, which it switches on itself. On every node of a distributed database, because an address
-- belongs to one account of all: so the account is the id of the row.
create table public_pages (
  id uuid primary key references accounts (id),
  slug text not null check (slug ~ '^[a-z0-9-]{3,64}$'),
  enabled boolean not null,
  include_descendants boolean not null
);
create unique index public_pages_slug on public_pages (slug);
