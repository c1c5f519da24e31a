-- The last invoice number given out. Whoever bills holds this row until the invoices with the next numbers are in: a
-- number that is rolled back was never taken, so there are no holes, and no two invoices share one.
create table invoice_numbers (
  single boolean primary key default true check (single),
  last bigint not null check (last >= 0)
);
insert into invoice_numbers (last) values (0);
create trigger invoice_numbers_stay before delete on invoice_numbers
  for each row execute function refuse_delete();

create table invoices (
  account_id uuid not null,
  id uuid not null,
  number bigint not null check (number > 0),
  month date not null check (extract(day from month) = 1),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The sum of the exact prices, and the same as it is printed.
  total_exact numeric not null check (total_exact >= 0),
  total numeric(20, 2) not null,
  lines bigint not null check (lines > 0),
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  -- One an account and month: offsets that turn up later wait for the next month's.
  unique (account_id, month),
  check (total = round(total_exact, 2))
);
-- The operator knows the number or the id alone. The number is unique over all accounts: it comes from the one row above.
create unique index invoices_by_number on invoices (number);
create index invoices_by_id on invoices (id);
create index invoices_by_month on invoices (month, number);

create table invoice_lines (
  account_id uuid not null,
  invoice_id uuid not null,
  position int not null check (position > 0),
  kind text not null check (kind in ('biomass', 'carbon')),
  offset_id uuid not null,
  project_id uuid not null,
  date timestamptz(3) not null,
  pages bigint,
  trees numeric(20, 6),
  mtco2e numeric(20, 6),
  -- Exact; the amount is what is printed, so that the printed lines add up to the printed total.
  price numeric not null check (price >= 0),
  amount numeric(20, 2) not null check (amount >= 0),
  primary key (account_id, invoice_id, position),
  -- No offset is ever billed twice.
  unique (account_id, kind, offset_id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  check ((kind = 'biomass') = (pages is not null and trees is not null)),
  check ((kind = 'carbon') = (mtco2e is not null))
);

create trigger invoices_stay before update or delete on invoices for each row execute function refuse_change();
create trigger invoices_stay_whole before truncate on invoices for each statement execute function refuse_change();
create trigger invoice_lines_stay before update or delete on invoice_lines
  for each row execute function refuse_change();
create trigger invoice_lines_stay_whole before truncate on invoice_lines
  for each statement execute function refuse_change();

-- Set by billing: locked from then on.
alter table carbon_offsets add billed_at timestamptz(3);
create index biomass_offsets_unbilled on biomass_offsets (account_id, date) where billed_at is null;
create index carbon_offsets_unbilled on carbon_offsets (account_id, date) where billed_at is null;
