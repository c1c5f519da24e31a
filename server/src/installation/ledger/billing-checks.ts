import { ledgerCheck, type LedgerCheck } from './ledger-check.js';

const isNotCredited = `not exists (
       select from credit_notes note where note.account_id = line.account_id and note.invoice_id = line.invoice_id
         and note.position = line.position)`;

/** Invariants between offsets, invoices and their lines. */
export const billingChecks: readonly LedgerCheck[] = [
  ledgerCheck(
    'invoice totals equal the sum of their lines',
    `select format('invoice %s says %s lines, %s exact, %s printed; its lines come to %s, %s, %s', number, invoices.lines,
       total_exact, total, coalesce(counted, 0), coalesce(price, 0), coalesce(amount, 0)) as what
     from invoices left join (
       select account_id, invoice_id, count(*) as counted, sum(price) as price, sum(amount) as amount
       from invoice_lines group by account_id, invoice_id
     ) sums on sums.account_id = invoices.account_id and invoice_id = id
     where (invoices.lines, total_exact, total) is distinct from (counted, price, amount)`,
  ),
  ledgerCheck(
    'printed invoice totals are the exact total, rounded half up',
    `select format('invoice %s shows %s for %s', number, total, total_exact) as what
     from invoices where total <> round(total_exact, 2)`,
  ),
  ledgerCheck(
    'printed line amounts differ from the exact price by less than a cent',
    `select format('line %s of invoice %s shows %s for %s', position, invoice_id, amount, price) as what
     from invoice_lines where abs(amount - price) >= 0.01`,
  ),
  ledgerCheck(
    'invoice numbers run from 1 without gaps or duplicates',
    `select format('invoice %s comes directly after %s', number, before) as what
     from (select number, lag(number, 1, 0::bigint) over (order by number) as before from invoices) numbers
     where number <> before + 1`,
  ),
  ledgerCheck(
    'the counter of invoice numbers equals the last number',
    `select format('the counter is at %s, but the last invoice is %s', counter, given) as what
     from (select (select max(last) from invoice_numbers) as counter,
       (select coalesce(max(number), 0) from invoices) as given) numbers
     where counter is distinct from given`,
  ),
  ledgerCheck(
    'lines are dated in or before the month of their invoice',
    `select format('line %s of invoice %s is dated %s', position, number, date) as what
     from invoice_lines join invoices
       on invoices.account_id = invoice_lines.account_id and invoices.id = invoice_lines.invoice_id
     where date >= (month + interval '1 month') at time zone 'UTC'`,
  ),
  ledgerCheck(
    'lines match their offsets, which are marked as billed',
    `select format('line %s of invoice %s differs from %s offset %s', position, invoice_id, kind, offset_id) as what
     from invoice_lines line where ${isNotCredited} and not exists (
       select from biomass_offsets o
       where line.kind = 'biomass' and o.account_id = line.account_id and o.id = offset_id and o.billed_at is not null
         and (o.project_id, o.date, o.pages, o.trees, o.price)
           = (line.project_id, line.date, line.pages, line.trees, line.price)
     ) and not exists (
       select from carbon_offsets o
       where line.kind = 'carbon' and o.account_id = line.account_id and o.id = offset_id and o.billed_at is not null
         and (o.project_id, o.date, o.mtco2e, o.price) = (line.project_id, line.date, line.mtco2e, line.price)
     )`,
  ),
  ledgerCheck(
    'unbilled amounts are the sums of unbilled offsets',
    `select format('account %s has %s unbilled, but %s is stored', account_id, coalesce(sums.amount, 0), counted.amount) as what
     from account_unbilled counted left join (
       select account_id, sum(price) as amount from (
         select account_id, price from biomass_offsets where billed_at is null
         union all select account_id, price from carbon_offsets where billed_at is null
       ) unbilled group by account_id
     ) sums using (account_id)
     where counted.amount <> coalesce(sums.amount, 0)`,
  ),
  ledgerCheck(
    'offsets marked as billed have a line',
    `select format('%s offset %s of account %s has no line', kind, id, account_id) as what from (
       select account_id, 'biomass' as kind, id from biomass_offsets where billed_at is not null
       union all select account_id, 'carbon', id from carbon_offsets where billed_at is not null
     ) billed
     where not exists (select from invoice_lines line
       where line.account_id = billed.account_id and line.kind = billed.kind and line.offset_id = billed.id)`,
  ),
];
