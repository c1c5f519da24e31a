import type { AccountId } from '../accounts/account.js';
import type { Database } from '../../database/database.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal } from '../../platform/decimals.js';
import type { Seller } from '../../platform/config/invoice-settings.js';
import { invoiceColumns, type Invoice } from './invoice-store.js';
import type { Buyer } from './invoice-terms.js';

/** What is to be paid for an invoice, until when, and whether it was. */
interface PaymentState {
  /** With tax, as a positive amount. */
  readonly credited: Decimal;
  /** YYYY-MM-DD. Null for invoices from before due dates were introduced. */
  readonly dueOn: string | null;
  /** YYYY-MM-DD */
  readonly paidOn: string | null;
  /** What was due on that day. Null: not paid. */
  readonly paid: Decimal | null;
}

export type ListedInvoice = Invoice & PaymentState;

// A payment from before amounts were kept paid what was due then, as far as the credit notes tell.
const columns = `${invoiceColumns}, due_on, paid_on, coalesce(notes.credited, 0) as credited,
    case when paid_on is not null
      then coalesce(payment.amount, total + coalesce(invoices.tax, 0) - coalesce(notes.credited_until_paid, 0)) end as paid`;

const from = `
  from invoices join accounts on accounts.id = invoices.account_id
    left join invoice_payments payment
      on payment.account_id = invoices.account_id and payment.invoice_id = invoices.id
    left join lateral (
      select sum(note.amount + coalesce(note.tax, 0)) as credited,
        sum(note.amount + coalesce(note.tax, 0)) filter (where note.created_at <= payment.created_at
          and (note.created_at at time zone 'UTC')::date <= paid_on) as credited_until_paid
      from credit_notes note where note.account_id = invoices.account_id and note.invoice_id = invoices.id
    ) notes on true`;

const selectPage = statement<ListedInvoice>(`
  select ${columns} ${from}
  where invoices.account_id = $1 and (invoices.created_at, invoices.id) < ($2, $3)
  order by invoices.created_at desc, invoices.id desc limit $4`);

/** Newest first. */
export const pageOfListedInvoices = (
  db: Database,
  account: AccountId,
  page: PageRequest,
): Promise<ListedInvoice[]> => db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

/** An invoice as it was issued, and what has happened to it since. */
export interface InvoiceDocument extends ListedInvoice {
  readonly taxName: string | null;
  readonly taxRate: Decimal | null;
  /** Null for invoices from before sellers and buyers were kept. */
  readonly seller: Seller | null;
  readonly buyer: Buyer | null;
}

const selectDocument = statement<InvoiceDocument>(`
  select ${columns}, tax_name, tax_rate, seller, buyer ${from}
  where invoices.account_id = $1 and invoices.id = $2`);

export const findInvoiceDocument = (
  db: Database,
  account: AccountId,
  id: string,
): Promise<InvoiceDocument | undefined> => db.first(selectDocument, [account, id]);

const selectNewest = crossAccountStatement<ListedInvoice>(
  'the operator sees the invoices of all accounts',
  `select ${columns} ${from}
   where number < $1 order by number desc limit $2`,
);

/** Of all accounts, from the highest number down. */
export const newestInvoices = (db: Database, below: number, limit: number): Promise<ListedInvoice[]> =>
  db.rows(selectNewest, [below, limit]);
