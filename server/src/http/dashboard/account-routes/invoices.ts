import { Type } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import { maxInvoiceLinesShown } from '../../../features/billing/document-facts.js';
import { listLines } from '../../../features/billing/invoice-store.js';
import {
  findInvoiceDocument,
  pageOfListedInvoices,
  type InvoiceDocument as DocumentRow,
} from '../../../features/billing/listed-invoice-store.js';
import { readAllParts } from '../../../features/billing/read-invoices.js';
import type { Context } from '../../../database/context.js';
import { reportDatabase } from '../../../database/report-database.js';
import { missing } from '../../../platform/errors.js';
import { readMonth } from '../../../platform/time/months.js';
import { OneOf } from '../../../wire/fields.js';
import {
  InvoiceDocument,
  ListedInvoice,
  presentDocument,
  presentListedInvoice,
} from '../../../wire/dashboard/invoice.js';
import { invoicesAsArray, invoicesAsCsv } from '../../../wire/invoice-export.js';
import { list, route } from '../../route.js';
import { download } from '../dashboard-route.js';

const forms = {
  csv: { type: 'text/csv; charset=utf-8', write: invoicesAsCsv },
  json: { type: 'application/json; charset=utf-8', write: invoicesAsArray },
} as const;

export const listedInvoices = list({
  operation: 'listInvoices',
  path: '/invoices',
  summary: 'Invoices, newest first, and whether they are paid',
  item: ListedInvoice,
  sortedBy: 'time',
  page: ({ context, account }, page) => pageOfListedInvoices(context.db, account.id, page),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: (invoice, { context }) => presentListedInvoice(invoice, context),
});

export const invoiceRoutes = [
  listedInvoices,
  route({
    operation: 'getInvoice',
    method: 'GET',
    path: '/invoices/:id',
    summary: 'An invoice with its lines, or the first of very many',
    reply: InvoiceDocument,
    find,
    handle: async ({ context, account, found: invoice }) => {
      const whose = { account: account.id, numbers: [invoice.number] };
      const lines = await listLines(context.db, whose, { after: 0, upTo: maxInvoiceLinesShown });
      return presentDocument(invoice, lines, context);
    },
  }),
  download({
    operation: 'exportInvoices',
    path: '/invoices/export',
    summary: 'Invoices with all their lines, of one month or of all',
    query: Type.Object({
      format: OneOf(['csv', 'json']),
      month: Type.Optional(Type.String()),
    }),
    open: ({ context, account, query: { format, month } }) => {
      const filter = { account: account.id, month: month === undefined ? undefined : readMonth(month) };
      const { type, write } = forms[format];
      return {
        name: `invoices${month === undefined ? '' : `-${month}`}.${format}`,
        type,
        parts: write(readAllParts(reportDatabase(context), filter), context),
      };
    },
  }),
];

async function find({ db }: Context, account: Account, id: string): Promise<DocumentRow> {
  const invoice = await findInvoiceDocument(db, account.id, id);
  if (!invoice) throw missing('There is no such invoice');
  return invoice;
}
