import { Type } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import {
  findInvoice,
  listLines,
  type Invoice as InvoiceRow,
} from '../../../features/billing/invoice-store.js';
import { readAllParts } from '../../../features/billing/read-invoices.js';
import type { Context } from '../../../database/context.js';
import { reportsOf } from '../../../database/reports.js';
import { missing } from '../../../platform/errors.js';
import { readMonth } from '../../../platform/time/months.js';
import { OneOf } from '../../../wire/fields.js';
import { ExpandedInvoice, presentInvoice, presentLine } from '../../../wire/invoice.js';
import { invoicesAsArray, invoicesAsCsv } from '../../../wire/invoice-texts.js';
import { route } from '../../route.js';
import { listInvoices } from '../../routes/invoices.js';
import { download } from '../dashboard-route.js';

/** More than anyone reads on a screen; the download has all of them. */
const linesShown = 500;

const forms = {
  csv: { type: 'text/csv; charset=utf-8', write: invoicesAsCsv },
  json: { type: 'application/json; charset=utf-8', write: invoicesAsArray },
} as const;

export const invoiceRoutes = [
  listInvoices,
  route({
    operation: 'getInvoice',
    method: 'GET',
    path: '/invoices/:id',
    summary: 'An invoice with its lines, or the first of very many',
    reply: ExpandedInvoice,
    find,
    handle: async ({ context, account, found: invoice }) => {
      const whose = { account: account.id, numbers: [invoice.number] };
      const lines = await listLines(context.db, whose, { after: 0, upTo: linesShown });
      return { ...presentInvoice(invoice), lines: lines.map(presentLine) };
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
        parts: write(readAllParts(reportsOf(context), filter)),
      };
    },
  }),
];

async function find({ db }: Context, account: Account, id: string): Promise<InvoiceRow> {
  const invoice = await findInvoice(db, account.id, id);
  if (!invoice) throw missing('There is no such invoice');
  return invoice;
}
