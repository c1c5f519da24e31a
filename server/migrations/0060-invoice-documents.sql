-- What a bookkeeper needs besides the lines, as it was when the invoice was issued: later changes of settings or addresses do
-- not change it. Invoices from before have none of it.
alter table invoices add column tax_name text, add column tax_rate numeric(6, 3), add column tax numeric(20, 2),
  add column due_on date, add column seller jsonb, add column buyer jsonb;
-- The total is net: the tax is the total times the rate, rounded half up once.
alter table invoices add constraint invoices_tax check ((tax_rate is null) = (tax is null)
  and (tax is null or tax = round(total * tax_rate * 0.01, 2))) not valid;

-- Whom an account wants its invoices addressed to. Without a row: the account, by its name alone.
create table billing_addresses (
  account_id uuid primary key references accounts (id),
  name text,
  address text,
  tax_id text,
  reference text
);

-- Marked by the operator, once.
create table invoice_payments (
  account_id uuid not null,
  invoice_id uuid not null,
  paid_on date not null,
  created_at timestamptz(3) not null,
  primary key (account_id, invoice_id)
);
alter table invoice_payments add foreign key (account_id, invoice_id) references invoices (account_id, id);

-- The last number of credit notes, next to that of invoices: whoever gives one out holds the same row.
alter table invoice_numbers add column last_credit_note bigint not null default 0;

-- One for each line whose offset the operator withdrew after it was billed. Amounts are positive: they reduce the invoice.
create table credit_notes (
  account_id uuid not null,
  id uuid not null,
  number bigint not null check (number > 0),
  invoice_id uuid not null,
  position int not null,
  price numeric not null check (price >= 0),
  amount numeric(20, 2) not null check (amount >= 0),
  -- Null if the invoice has no tax.
  tax numeric(20, 2) check (tax >= 0),
  reason text not null,
  created_at timestamptz(3) not null,
  primary key (account_id, id),
  -- No line is credited twice.
  unique (account_id, invoice_id, position)
);
alter table credit_notes add foreign key (account_id, invoice_id, position)
  references invoice_lines (account_id, invoice_id, position);
create unique index credit_notes_of_account_by_number on credit_notes (account_id, number);
create index credit_notes_by_number on credit_notes (number);

create trigger credit_notes_stay before update or delete on credit_notes
  for each row execute function refuse_change();
create trigger credit_notes_stay_whole before truncate on credit_notes
  for each statement execute function refuse_change();
create trigger invoice_payments_stay before update or delete on invoice_payments
  for each row execute function refuse_change();
create trigger invoice_payments_stay_whole before truncate on invoice_payments
  for each statement execute function refuse_change();
