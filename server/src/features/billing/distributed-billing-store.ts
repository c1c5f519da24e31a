import type { AccountId } from '../accounts/account.js';
import type { Transaction } from '../../database/database.js';
import { unnestOnShard } from '../../database/unnest-on-shard.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import { newId } from '../../platform/ids.js';
import { addMonths, isoDay } from '../../platform/time/months.js';
import type { BilledInvoice } from './billing-store.js';
import { documentValues, type Buyer, type InvoiceTerms } from './invoice-terms.js';

// Does what `billAccounts` does, for accounts of one shard of a distributed store, which does not pass rows from one part of a
// statement to another without involving all nodes. Every table is limited to the accounts, although the joins imply it: otherwise Citus
// runs the statement on all shards.
const reason = 'billing invoices a batch of accounts in one transaction';

const mark = (table: string) =>
  crossAccountStatement(
    reason,
    `update ${table} set billed_at = $3 where account_id = any($1::uuid[]) and billed_at is null and date < $2`,
  );
const marks = [mark('biomass_offsets'), mark('carbon_offsets')];

/** Offsets that this transaction has marked: those that are not on an invoice yet. `$2` is the time of the marks. */
const marked = (['biomass', 'carbon'] as const)
  .map(
    (kind) => `
    select account_id, id, '${kind}' as kind, project_id, date, price,
      ${kind === 'biomass' ? 'pages, trees, null::numeric as mtco2e' : 'null::bigint, null::numeric, mtco2e'}
    from ${kind}_offsets o where account_id = any($1::uuid[]) and billed_at = $2 and not exists (
      select from invoice_lines line where line.account_id = o.account_id and line.account_id = any($1::uuid[])
        and kind = '${kind}' and offset_id = o.id)`,
  )
  .join(' union all ');

interface Total {
  readonly accountId: AccountId;
  readonly lines: number;
  readonly totalExact: Decimal;
  readonly total: Decimal;
  readonly tax: Decimal | null;
}

const selectTotals = crossAccountStatement<Total>(
  reason,
  `select account_id, count(*) as lines, sum(price) as total_exact, round(sum(price), 2) as total,
     round(round(sum(price), 2) * $3::numeric * 0.01, 2) as tax
   from (${marked}) marked group by account_id order by account_id`,
);

const lists =
  '$1::uuid[], $2::uuid[], $3::bigint[], $4::numeric[], $5::numeric[], $6::bigint[], $7::numeric[], $8::jsonb[]';
const listed = 'id, number, total_exact, total, lines, tax, buyer';
const insertInvoices = crossAccountStatement(
  reason,
  `insert into invoices (account_id, ${listed}, month, currency, created_at, tax_name, tax_rate, due_on, seller)
   select account_states.account_id, ${listed}, $9::date, $10::text, $11::timestamptz, $12::text, $13::numeric, $14::date,
     $15::jsonb ${unnestOnShard(lists, listed)}`,
);

const insertLines = crossAccountStatement(
  reason,
  `insert into invoice_lines (account_id, invoice_id, position, kind, offset_id, project_id, date, pages, trees, mtco2e, price,
     amount)
   select account_id, invoice_id, position, kind, id, project_id, date, pages, trees, mtco2e, price,
     trunc(price, 2) + case when rank <= cents_left then 0.01 else 0 end
   from (
     select *, row_number() over (partition by account_id order by price - trunc(price, 2) desc, position) as rank
     from (
       select marked.*, invoices.id as invoice_id,
         row_number() over (partition by marked.account_id order by date, kind, marked.id) as position,
         (total - sum(trunc(price, 2)) over (partition by marked.account_id)) * 100 as cents_left
       from (${marked}) marked join invoices on invoices.account_id = marked.account_id and month = $3
         and invoices.account_id = any($1::uuid[])
     ) positioned
   ) ranked`,
);

const takeNumbers = statement('update invoice_numbers set last = last + $1 where single');

/** `last` is the last number given out; no other transaction can give out numbers until this one ends. */
export async function billAccountsOfShard(
  db: Transaction,
  accounts: readonly string[],
  terms: InvoiceTerms & { readonly last: number },
  buyers: readonly Buyer[],
): Promise<BilledInvoice[]> {
  const { month, currency, now, last, tax } = terms;
  const buyerOf = new Map(accounts.map((account, index) => [account, JSON.stringify(buyers[index])]));
  for (const one of marks) await db.rows(one, [accounts, addMonths(month, 1), now]);
  const totals = await db.rows(selectTotals, [accounts, now, tax?.rate ?? null]);
  if (totals.length === 0) return [];
  const invoices = totals.map((total, index) => ({ ...total, id: newId(), number: last + index + 1 }));
  await db.rows(insertInvoices, [
    invoices.map(({ accountId }) => accountId),
    invoices.map(({ id }) => id),
    invoices.map(({ number }) => number),
    invoices.map(({ totalExact }) => totalExact),
    invoices.map(({ total }) => total),
    invoices.map(({ lines }) => lines),
    invoices.map((invoice) => invoice.tax),
    invoices.map(({ accountId }) => buyerOf.get(accountId)),
    isoDay(month),
    currency,
    now,
    ...documentValues(terms),
  ]);
  await db.rows(insertLines, [accounts, now, isoDay(month)]);
  await db.rows(takeNumbers, [invoices.length]);
  return invoices.map(({ totalExact: _, ...invoice }) => invoice);
}
