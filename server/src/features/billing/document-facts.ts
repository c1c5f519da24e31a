import type { AccountId } from '../accounts/account.js';
import type { Context } from '../../database/context.js';
import type { Seller } from '../../platform/config/invoice-settings.js';
import { decimal, sumOf, type Decimal } from '../../platform/decimals.js';
import { findCreditNote } from './credit-note-store.js';
import { formatCreditNoteNumber, formatInvoiceNumber } from './invoice-number.js';
import { listLines, type InvoiceLine } from './invoice-store.js';
import type { Buyer } from './invoice-terms.js';
import { findInvoiceDocument, type InvoiceDocument } from './listed-invoice-store.js';

/** On paper and on screen: more than anyone reads there. The CSV and JSON downloads have all of them. */
export const maxInvoiceLinesShown = 500;

/** What is printed on an invoice or a credit note. Only `settled` changes after it was issued. */
export interface DocumentFacts {
  readonly number: string;
  readonly issued: Date;
  /** The first day of the month that was billed. */
  readonly month: Date;
  /** Of the lines. Offsets may be billed later than in their month. */
  readonly period: { readonly from: Date; readonly to: Date };
  readonly currency: string;
  /** Null for invoices from before it was kept. */
  readonly seller: Seller | null;
  readonly buyer: Buyer;
  /** For an invoice: until when it is to be paid, if that was set. */
  readonly due: Date | null;
  /** For a credit note: which invoice it reduces, and why. */
  readonly credit: { readonly invoice: string; readonly reason: string } | null;
  /** Amounts of credit notes are negative. */
  readonly lines: readonly PrintedLine[];
  /** Lines that are not printed one by one. */
  readonly more: { readonly count: number; readonly amount: Decimal } | null;
  readonly net: Decimal;
  readonly tax: { readonly name: string | null; readonly rate: Decimal; readonly amount: Decimal } | null;
  readonly total: Decimal;
  /** What has been settled of an invoice. Null: nothing yet. */
  readonly settled: InvoiceBalance | null;
  readonly isSandbox: boolean;
}

export interface InvoiceBalance {
  /** With tax, as a positive amount. */
  readonly credited: Decimal;
  readonly paid: { readonly on: Date; readonly amount: Decimal } | null;
  readonly left: Decimal;
}

export type PrintedLine = Pick<
  InvoiceLine,
  'kind' | 'projectName' | 'date' | 'pages' | 'trees' | 'mtco2e' | 'price' | 'amount'
>;

type DocumentContext = Pick<Context, 'db' | 'sandbox'>;

export async function invoiceFacts(
  context: DocumentContext,
  account: AccountId,
  id: string,
): Promise<DocumentFacts | undefined> {
  const { db } = context;
  const invoice = await findInvoiceDocument(db, account, id);
  if (!invoice) return undefined;
  const whose = { account, numbers: [invoice.number] };
  const lines = await listLines(db, whose, { after: 0, upTo: maxInvoiceLinesShown });
  const hidden = invoice.lines - lines.length;
  const printed = sumOf(lines.map(({ amount }) => amount));
  const newest =
    hidden > 0 ? await listLines(db, whose, { after: invoice.lines - 1, upTo: invoice.lines }) : lines;
  const totals = sums(invoice, invoice.total, invoice.tax);
  return {
    ...partiesOf(invoice),
    period: periodOf(invoice, [...lines, ...newest]),
    number: formatInvoiceNumber(invoice.number, context),
    issued: invoice.createdAt,
    due: invoice.dueOn === null ? null : new Date(invoice.dueOn),
    credit: null,
    lines: lines.map(printedLine),
    more: hidden > 0 ? { count: hidden, amount: decimal(invoice.total).minus(printed).toFixed(2) } : null,
    ...totals,
    settled: settledOf(invoice, totals.total),
    isSandbox: context.sandbox !== undefined,
  };
}

export async function creditNoteFacts(
  context: DocumentContext,
  account: AccountId,
  id: string,
): Promise<DocumentFacts | undefined> {
  const { db } = context;
  const note = await findCreditNote(db, account, id);
  const invoice = note && (await findInvoiceDocument(db, account, note.invoiceId));
  if (!invoice) return undefined;
  const whose = { account, numbers: [note.invoiceNumber] };
  const lines = await listLines(db, whose, { after: note.position - 1, upTo: note.position });
  const negative = (amount: Decimal): Decimal => decimal(amount).neg().toFixed(2);
  return {
    ...partiesOf(invoice),
    period: periodOf(invoice, lines),
    number: formatCreditNoteNumber(note.number, context),
    issued: note.createdAt,
    due: null,
    credit: { invoice: formatInvoiceNumber(note.invoiceNumber, context), reason: note.reason },
    lines: lines.map((line) => ({ ...printedLine(line), amount: negative(line.amount) })),
    more: null,
    ...sums(invoice, negative(note.amount), note.tax && negative(note.tax)),
    settled: null,
    isSandbox: context.sandbox !== undefined,
  };
}

const partiesOf = ({ seller, buyer, accountName, month, currency }: InvoiceDocument) => ({
  seller,
  buyer: buyer ?? { name: accountName, address: [], taxId: null, reference: null },
  month: new Date(month),
  currency,
});

/** Lines are sorted by date. */
const periodOf = ({ month }: InvoiceDocument, lines: readonly InvoiceLine[]) => ({
  from: lines[0]?.date ?? new Date(month),
  to: lines.at(-1)?.date ?? new Date(month),
});

/** A payment is of all that was left to pay. */
function settledOf({ credited, paidOn }: InvoiceDocument, total: Decimal): InvoiceBalance | null {
  const left = decimal(total).minus(credited).toFixed(2);
  if (paidOn !== null) return { credited, paid: { on: new Date(paidOn), amount: left }, left: '0.00' };
  return decimal(credited).eq(0) ? null : { credited, paid: null, left };
}

const sums = ({ taxName: name, taxRate: rate }: InvoiceDocument, net: Decimal, tax: Decimal | null) => ({
  net,
  tax: rate === null || tax === null ? null : { name, rate, amount: tax },
  total: sumOf([net, tax ?? '0']).toFixed(2),
});

const printedLine = (line: InvoiceLine): PrintedLine => {
  const { kind, projectName, date, pages, trees, mtco2e, price, amount } = line;
  return { kind, projectName, date, pages, trees, mtco2e, price, amount };
};
