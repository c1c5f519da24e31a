-- What was due when the invoice was paid, so that a later credit note shows as money to give back. Null for payments from before,
-- and for those that the version before marks meanwhile: what was due then follows from the credit notes up to that day.
alter table invoice_payments add column amount numeric(20, 2);
alter table invoice_payments add constraint invoice_payments_amount check (amount >= 0) not valid;

-- An operator can take a mark back, which the audit trail tells. A payment that stays is still never changed.
drop trigger invoice_payments_stay on invoice_payments;
create trigger invoice_payments_stay before update on invoice_payments
  for each row execute function refuse_change();
