import { ledgerCheck, type LedgerCheck } from './ledger-check.js';

const creditedSums = `(
       select account_id, invoice_id, sum(amount) as amount, sum(tax) as tax from credit_notes
       group by account_id, invoice_id
     ) credited on credited.account_id = invoices.account_id and credited.invoice_id = invoices.id`;

/** Invariants between invoices, their tax, their payments and their credit notes. */
export const creditChecks: readonly LedgerCheck[] = [
  ledgerCheck(
    'the tax of an invoice is its total times the rate, rounded half up',
    `select format('invoice %s has %s tax for %s at %s percent', number, tax, total, tax_rate) as what
     from invoices where tax is distinct from round(total * tax_rate * 0.01, 2)`,
  ),
  ledgerCheck(
    'credit notes have the amount of the line that they reverse',
    `select format('credit note %s says %s and %s; its line says %s and %s', note.number, note.price, note.amount, line.price,
       line.amount) as what
     from credit_notes note left join invoice_lines line on line.account_id = note.account_id
       and line.invoice_id = note.invoice_id and line.position = note.position
     where (note.price, note.amount) is distinct from (line.price, line.amount)`,
  ),
  ledgerCheck(
    'the tax of credit notes adds up to the tax on what they reverse',
    `select format('credit notes of invoice %s come to %s, their tax to %s', number, credited.amount, credited.tax) as what
     from invoices join ${creditedSums}
     where credited.tax is distinct from round(credited.amount * tax_rate * 0.01, 2)`,
  ),
  ledgerCheck(
    'an invoice less its credit notes equals its lines that are still valid',
    `select format('invoice %s less its credit notes is %s, its valid lines come to %s', number, total - credited.amount,
       coalesce(valid.amount, 0)) as what
     from invoices join ${creditedSums}
     left join (
       select line.account_id, line.invoice_id, sum(line.amount) as amount
       from invoice_lines line left join credit_notes note on note.account_id = line.account_id
         and note.invoice_id = line.invoice_id and note.position = line.position
       where note.number is null group by line.account_id, line.invoice_id
     ) valid on valid.account_id = invoices.account_id and valid.invoice_id = invoices.id
     where total - credited.amount <> coalesce(valid.amount, 0)`,
  ),
  ledgerCheck(
    'no invoice was paid with more than it is for',
    `select format('%s was paid for invoice %s, which is for %s', payment.amount, number, total + coalesce(tax, 0)) as what
     from invoices join invoice_payments payment
       on payment.account_id = invoices.account_id and payment.invoice_id = invoices.id
     where payment.amount > total + coalesce(tax, 0)`,
  ),
  ledgerCheck(
    'credited offsets are withdrawn',
    `select format('%s offset %s of credit note %s still exists', kind, offset_id, note.number) as what
     from credit_notes note join invoice_lines line on line.account_id = note.account_id
       and line.invoice_id = note.invoice_id and line.position = note.position
     where exists (select from biomass_offsets o
         where line.kind = 'biomass' and o.account_id = line.account_id and o.id = line.offset_id)
       or exists (select from carbon_offsets o
         where line.kind = 'carbon' and o.account_id = line.account_id and o.id = line.offset_id)`,
  ),
  ledgerCheck(
    'credit note numbers run from 1 without gaps or duplicates',
    `select format('credit note %s comes directly after %s', number, before) as what
     from (select number, lag(number, 1, 0::bigint) over (order by number) as before from credit_notes) numbers
     where number <> before + 1`,
  ),
  ledgerCheck(
    'the counter of credit note numbers equals the last number',
    `select format('the counter is at %s, but the last credit note is %s', counter, given) as what
     from (select (select max(last_credit_note) from invoice_numbers) as counter,
       (select coalesce(max(number), 0) from credit_notes) as given) numbers
     where counter is distinct from given`,
  ),
];
