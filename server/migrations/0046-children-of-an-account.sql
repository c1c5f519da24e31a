-- How many accounts are below an account, without counting them for each request. A job adds those that are not counted yet.
alter table accounts add column counted boolean not null default false;
create table account_children (
  account_id uuid primary key references accounts (id),
  children bigint not null check (children > 0)
);
