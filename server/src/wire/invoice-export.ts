import {
  inShortParts,
  isFirstPart,
  isLastPart,
  type InvoicePart,
} from '../features/billing/read-invoices.js';
import { grossOf } from '../features/billing/balance.js';
import type { InvoiceNumberContext } from '../features/billing/invoice-number.js';
import type { Invoice as InvoiceRow } from '../features/billing/invoice-store.js';
import { csvRow } from '../platform/text/csv-row.js';
import { BilledInvoice, InvoiceLine, presentBilledInvoice, presentInvoice, presentLine } from './invoice.js';
import { jsonWriter } from './json-writer.js';

const writeBilled = jsonWriter(BilledInvoice);
const writeLine = jsonWriter(InvoiceLine);

/** Without its lines. */
export const writeInvoice = (invoice: InvoiceRow, where: InvoiceNumberContext): string =>
  writeBilled(presentBilledInvoice(invoice, where));

type Parts = AsyncIterable<InvoicePart>;

export async function* invoicesAsArray(parts: Parts, where: InvoiceNumberContext): AsyncGenerator<string> {
  yield '[';
  yield* invoicesAsJson(parts, (invoice) => writeInvoice(invoice, where));
  yield ']\n';
}

/**
 * One JSON object per invoice, in parts: a long invoice is never completely in memory. `write` writes an invoice without its
 * lines.
 */
export async function* invoicesAsJson(
  parts: Parts,
  write: (invoice: InvoiceRow) => string,
): AsyncGenerator<string> {
  let separator = '';
  for await (const part of inShortParts(parts)) {
    const lines = part.lines.map((line) => writeLine(presentLine(line))).join(',');
    const open = `${separator}${write(part.invoice).slice(0, -1)},"lines":[`;
    yield `${isFirstPart(part) ? open : ','}${lines}${isLastPart(part) ? ']}' : ''}`;
    separator = ',\n';
  }
}

const headings = [
  'invoice_number',
  'invoice_date',
  'account_id',
  'account_name',
  'month',
  'date',
  'kind',
  'offset_id',
  'project_id',
  'project',
  'pages',
  'trees',
  'mtco2e',
  'price',
  'amount',
  'invoice_total',
  'currency',
  'invoice_net',
  'invoice_tax',
  'invoice_gross',
];

/** One row per invoice line, with a header. */
export async function* invoicesAsCsv(parts: Parts, where: InvoiceNumberContext): AsyncGenerator<string> {
  yield csvRow(headings);
  for await (const { invoice, lines } of inShortParts(parts)) {
    const { number, account_id, account_name, month, currency, created_at } = presentInvoice(invoice, where);
    const gross = grossOf(invoice.total, invoice.tax);
    const rows = lines.map((line) => {
      const { date, kind, offset_id, project_id, project_name, pages, trees, mtco2e, price } =
        presentLine(line);
      return csvRow([
        number,
        created_at.slice(0, 'YYYY-MM-DD'.length),
        account_id,
        account_name,
        month,
        date,
        kind,
        offset_id,
        project_id,
        project_name,
        pages,
        trees,
        mtco2e,
        price,
        line.amount,
        invoice.total,
        currency,
        invoice.total,
        invoice.tax,
        gross,
      ]);
    });
    yield rows.join('');
  }
}
