-- Numbers are given out by one counter row, which no two invoices pass at once, and the ledger check counts them. A key over
-- all accounts could not be kept where accounts lie on several machines.
create unique index invoices_of_account_by_number on invoices (account_id, number);
drop index invoices_by_number;
create index invoices_by_number on invoices (number);
