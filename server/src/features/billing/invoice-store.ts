import type { AccountId } from '../accounts/account.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { NewEvent } from '../events/event-store.js';
import type { Database } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { Decimal, Whole } from '../../platform/decimals.js';
import { isoDay } from '../../platform/time/months.js';
import { listStart, pageValues, type PageRequest } from '../../database/paging.js';

export interface Invoice {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly number: number;
  /** The first day of the month. */
  readonly month: string;
  readonly currency: string;
  readonly totalExact: Decimal;
  /** Net. */
  readonly total: Decimal;
  /** Null: the invoice has no tax line. */
  readonly tax: Decimal | null;
  readonly lines: number;
  readonly createdAt: Date;
}

const eventFacts = auditedFields(
  'accountName',
  'number',
  'month',
  'currency',
  'totalExact',
  'total',
  'tax',
  'lines',
  'createdAt',
);

export const invoiceEvent = (invoice: Invoice): NewEvent => ({
  type: 'invoice.created',
  subjectId: invoice.id,
  facts: eventFacts(invoice),
});

export const invoiceColumns = `invoices.id, invoices.account_id, accounts.name as account_name, invoices.number, month,
    currency, total_exact, total, invoices.tax, lines, invoices.created_at`;

const from = `
  select ${invoiceColumns}
  from invoices join accounts on accounts.id = account_id`;

const selectOfAccount = statement<Invoice>(`
  ${from} where account_id = $1 and ($2::date is null or month = $2) and number > $3 order by number limit $4`);

const selectOfMonth = crossAccountStatement<Invoice>(
  'the operator reads the invoices of all accounts',
  `${from} where month = $1 and number > $2 order by number limit $3`,
);

const selectOfAll = crossAccountStatement<Invoice>(
  'the operator reads the invoices of all accounts',
  `${from} where number > $1 order by number limit $2`,
);

export interface InvoiceFilter {
  readonly account: AccountId | undefined;
  readonly month: Date | undefined;
}

/** Sorted by number, starting after the number `after`. */
export function listInvoices(
  db: Database,
  { account, month }: InvoiceFilter,
  { after, limit }: { after: number; limit: number },
): Promise<Invoice[]> {
  const day = month && isoDay(month);
  if (account !== undefined) return db.rows(selectOfAccount, [account, day ?? null, after, limit]);
  if (day !== undefined) return db.rows(selectOfMonth, [day, after, limit]);
  return db.rows(selectOfAll, [after, limit]);
}

const selectOfAccounts = crossAccountStatement<Invoice>(
  'billing invoices a batch of accounts in one transaction',
  `${from} where account_id = any($1::uuid[]) and invoices.id = any($2::uuid[])`,
);

/** Invoices of several accounts, by their accounts and ids. */
export const findInvoicesOfAccounts = (
  db: Database,
  keys: readonly Pick<Invoice, 'accountId' | 'id'>[],
): Promise<Invoice[]> =>
  db.rows(selectOfAccounts, [keys.map(({ accountId }) => accountId), keys.map(({ id }) => id)]);

const selectPage = statement<Invoice>(`
  ${from} where account_id = $1 and (invoices.created_at, invoices.id) < ($2, $3)
  order by invoices.created_at desc, invoices.id desc limit $4`);

/** Newest first. */
export const pageOfInvoices = (db: Database, account: AccountId, page: PageRequest): Promise<Invoice[]> =>
  db.rows(selectPage, [account, ...pageValues(page, listStart.newestFirst)]);

const selectOwn = statement<Invoice>(`${from} where account_id = $1 and invoices.id = $2`);

export const findInvoice = (db: Database, account: AccountId, id: string): Promise<Invoice | undefined> =>
  db.first(selectOwn, [account, id]);

const selectByNumber = crossAccountStatement<Invoice>(
  'the operator finds an invoice by its number alone',
  `${from} where number = $1`,
);

export const findInvoiceByNumber = (db: Database, number: number): Promise<Invoice | undefined> =>
  db.first(selectByNumber, [number]);

const selectById = crossAccountStatement<Invoice>(
  'the operator finds an invoice by its ID alone',
  `${from} where invoices.id = $1`,
);

export const findInvoiceById = (db: Database, id: string): Promise<Invoice | undefined> =>
  db.first(selectById, [id]);

export interface InvoiceLine {
  /** The number of the invoice. */
  readonly number: number;
  readonly position: number;
  readonly kind: 'biomass' | 'carbon';
  readonly offsetId: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly date: Date;
  readonly pages: Whole | null;
  readonly trees: Decimal | null;
  readonly mtco2e: Decimal | null;
  readonly price: Decimal;
  readonly amount: Decimal;
}

const fromLines = `
  select number, position, kind, offset_id, project_id, coalesce(forestry.name, carbon.name) as project_name, date,
    pages, trees, mtco2e, price, amount
  from invoices join invoice_lines line on line.account_id = invoices.account_id and invoice_id = invoices.id
  left join forestry_projects forestry on kind = 'biomass' and forestry.id = project_id
  left join carbon_projects carbon on kind = 'carbon' and carbon.id = project_id`;

const selectLines = crossAccountStatement<InvoiceLine>(
  'the operator reads the invoices of all accounts',
  `${fromLines} where number = any($1::bigint[]) and position > $2 and position <= $3 order by number, position`,
);

const selectLinesOfAccount = statement<InvoiceLine>(`
  ${fromLines} where invoices.account_id = $1 and number = any($2::bigint[]) and position > $3 and position <= $4
  order by number, position`);

interface WhoseLines {
  /** Set if all the invoices belong to this account. */
  readonly account: AccountId | undefined;
  readonly numbers: readonly number[];
}

/** Sorted by number and position; only positions greater than `after`, up to and including `upTo`. */
export const listLines = (
  db: Database,
  { account, numbers }: WhoseLines,
  { after, upTo }: { after: number; upTo: number },
): Promise<InvoiceLine[]> =>
  account === undefined
    ? db.rows(selectLines, [numbers, after, upTo])
    : db.rows(selectLinesOfAccount, [account, numbers, after, upTo]);
