import { findInvoice, pageOfInvoices } from '../../features/billing/invoice-store.js';
import { inShortParts, readParts, type InvoicePart } from '../../features/billing/read-invoices.js';
import { missing } from '../../platform/errors.js';
import { ExpandedInvoice, Invoice, presentInvoice, presentLine } from '../../wire/invoice.js';
import { list, streamed } from '../route.js';

const listInvoices = list({
  operation: 'listInvoices',
  path: '/invoices',
  summary: 'Invoices, newest first',
  item: Invoice,
  sortedBy: 'time',
  page: ({ context, account }, page) => pageOfInvoices(context.db, account.id, page),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: (invoice, { context }) => presentInvoice(invoice, context),
});

export const invoiceRoutes = [
  listInvoices,
  streamed({
    operation: 'getInvoice',
    path: '/invoices/:id',
    summary: 'An invoice with its lines',
    reply: ExpandedInvoice,
    listField: 'lines',
    stream: async ({ context, account, id }) => {
      const { db } = context;
      const invoice = await findInvoice(db, account.id, id);
      if (!invoice) throw missing('There is no such invoice');
      return {
        head: presentInvoice(invoice, context),
        batches: linesIn(readParts(db, [invoice], account.id)),
      };
    },
  }),
];

async function* linesIn(parts: AsyncIterable<InvoicePart>) {
  for await (const { lines } of inShortParts(parts)) yield lines.map(presentLine);
}
