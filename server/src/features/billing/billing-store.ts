import type { AccountId } from '../accounts/account.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { newId } from '../../platform/ids.js';
import { addMonths, isoDay } from '../../platform/time/months.js';
import { documentValues, type Buyer, type InvoiceTerms } from './invoice-terms.js';

const lockNumbers = statement<{ last: number }>('select last from invoice_numbers for update');

/** Returns the last number. Until the transaction ends, no other transaction can assign invoice numbers. */
export async function lockInvoiceNumbers(db: Transaction): Promise<number> {
  return (await db.first(lockNumbers))?.last ?? 0;
}

// The planner cannot turn the lateral subquery into a scan of all unbilled offsets: it is one index lookup per account.
const selectToBill = crossAccountStatement<{ id: string }>(
  'billing goes through all accounts with unbilled offsets',
  `select accounts.id from accounts, lateral (
     select from (
       select from biomass_offsets o where o.account_id = accounts.id and billed_at is null and date < $3
       union all
       select from carbon_offsets o where o.account_id = accounts.id and billed_at is null and date < $3
     ) unbilled
     where not exists (select from invoices where invoices.account_id = accounts.id and month = $2)
     limit 1
   ) owes
   where accounts.id > $1 order by accounts.id limit $4`,
  {
    distributed: `select account_id as id from (
       select account_id from biomass_offsets where billed_at is null and date < $3 and account_id > $1
       union
       select account_id from carbon_offsets where billed_at is null and date < $3 and account_id > $1
     ) owing
     where not exists (select from invoices where invoices.account_id = owing.account_id and month = $2)
     order by account_id limit $4`,
  },
);

/** The next accounts, by ID, with unbilled offsets and without an invoice for the month. */
export async function accountsToBill(
  db: Database,
  month: Date,
  page: { after: string; limit: number },
): Promise<string[]> {
  const values = [page.after, isoDay(month), addMonths(month, 1), page.limit];
  return (await db.rows(selectToBill, values)).map(({ id }) => id);
}

const selectUninvoiced = crossAccountStatement<{ id: string }>(
  'billing invoices a batch of accounts in one transaction',
  `select account_id as id from account_states where account_id = any($1::uuid[]) and not exists (
     select from invoices
     where invoices.account_id = account_states.account_id and invoices.account_id = any($1::uuid[]) and month = $2)
   order by account_id`,
);

/** Those of the accounts that have no invoice for the month. */
export const withoutInvoice = async (
  db: Database,
  month: Date,
  accounts: readonly string[],
): Promise<string[]> => (await db.rows(selectUninvoiced, [accounts, isoDay(month)])).map(({ id }) => id);

export interface BilledInvoice {
  readonly accountId: AccountId;
  readonly id: string;
  readonly number: number;
  readonly lines: number;
  readonly total: Decimal;
  readonly tax: Decimal | null;
}

// One statement marks the offsets and writes the lines, so that exactly the marked offsets are billed, and a million offsets
// of one account are never loaded into this process. Each price is truncated to cents. The cents by which the total exceeds
// their sum go, one each, to the lines with the largest remainders, so a price in whole cents is always printed unchanged.
const insertInvoices = crossAccountStatement<BilledInvoice>(
  'billing invoices a batch of accounts in one transaction',
  `with requested as (
     select account_id, invoice_id, buyer
     from unnest($1::uuid[], $2::uuid[], $7::jsonb[]) as requested (account_id, invoice_id, buyer)
   ), biomass as (
     update biomass_offsets o set billed_at = $5 from requested
     where o.account_id = requested.account_id and o.billed_at is null and o.date < $4
     returning o.account_id, invoice_id, o.id, project_id, date, pages, trees, price
   ), carbon as (
     update carbon_offsets o set billed_at = $5 from requested
     where o.account_id = requested.account_id and o.billed_at is null and o.date < $4
     returning o.account_id, invoice_id, o.id, project_id, date, mtco2e, price
   ), marked as (
     select account_id, invoice_id, 'biomass' as kind, id, project_id, date, pages, trees, null::numeric as mtco2e, price
     from biomass
     union all
     select account_id, invoice_id, 'carbon', id, project_id, date, null, null, mtco2e, price from carbon
   ), totals as (
     select account_id, invoice_id, count(*) as lines, sum(price) as total_exact, round(sum(price), 2) as total,
       (round(sum(price), 2) - sum(trunc(price, 2))) * 100 as cents_left, row_number() over (order by account_id) as place
     from marked group by account_id, invoice_id
   ), numbers as (
     update invoice_numbers set last = last + (select count(*) from totals)
     returning last - (select count(*) from totals) as taken
   ), invoiced as (
     insert into invoices (account_id, id, number, month, currency, total_exact, total, lines, created_at, tax_name, tax_rate,
       tax, due_on, seller, buyer)
     select account_id, invoice_id, taken + place, $3, $6, total_exact, total, lines, $5, $8::text, $9::numeric,
       round(total * $9::numeric * 0.01, 2), $10::date, $11::jsonb, buyer
     from totals join requested using (account_id, invoice_id), numbers
     returning account_id, id, number, lines, total, tax
   ), positioned as (
     select *, row_number() over (partition by account_id order by date, kind, id) as position from marked
   ), ranked as (
     select *, row_number() over (partition by account_id order by price - trunc(price, 2) desc, position) as rank
     from positioned
   ), lined as (
     insert into invoice_lines (account_id, invoice_id, position, kind, offset_id, project_id, date, pages, trees,
       mtco2e, price, amount)
     select account_id, invoice_id, position, kind, id, project_id, date, pages, trees, mtco2e, price,
       trunc(price, 2) + case when rank <= cents_left then 0.01 else 0 end
     from ranked join totals using (account_id, invoice_id)
   )
   select account_id, id, number, lines, total, tax from invoiced order by number`,
  { distributed: [] },
);

/**
 * Marks all unbilled offsets up to the end of the month as billed and puts them on invoices with the next numbers. `buyers`
 * are the accounts as their invoices name them, in the same order.
 */
export const billAccounts = (
  db: Transaction,
  accounts: readonly string[],
  invoice: InvoiceTerms,
  buyers: readonly Buyer[],
): Promise<BilledInvoice[]> =>
  db.rows(insertInvoices, [
    accounts,
    accounts.map(() => newId()),
    isoDay(invoice.month),
    addMonths(invoice.month, 1),
    invoice.now,
    invoice.currency,
    buyers.map((buyer) => JSON.stringify(buyer)),
    ...documentValues(invoice),
  ]);
