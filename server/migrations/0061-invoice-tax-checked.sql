alter table invoices validate constraint invoices_tax;
