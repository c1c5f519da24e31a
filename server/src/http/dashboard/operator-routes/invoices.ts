import type { Static } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import { findInvoiceById, type Invoice } from '../../../features/billing/invoice-store.js';
import { findInvoiceDocument, newestInvoices } from '../../../features/billing/listed-invoice-store.js';
import { markPaid, undoPaid } from '../../../features/billing/mark-paid.js';
import type { Context } from '../../../database/context.js';
import { missing } from '../../../platform/errors.js';
import { parseDay } from '../../../platform/time/days.js';
import { ListedInvoice, PaidInvoice, presentListedInvoice } from '../../../wire/dashboard/invoice.js';
import { list, route } from '../../route.js';
import { cursorNumber } from '../cursor-number.js';

export const listedInvoices = list({
  operation: 'listAllInvoices',
  path: '/invoices',
  summary: 'Invoices of all accounts, from the highest number down',
  item: ListedInvoice,
  // By number, which the cursor has as text.
  sortedBy: 'name',
  page: ({ context }, { after, limit }) =>
    newestInvoices(context.db, cursorNumber(after, Number.MAX_SAFE_INTEGER), limit),
  keyOf: ({ number, id }) => ({ sort: String(number), id }),
  present: (invoice, { context }) => presentListedInvoice(invoice, context),
});

export const invoiceRoutes = [
  listedInvoices,
  route({
    operation: 'markInvoicePaid',
    method: 'POST',
    path: '/invoices/:id/payment',
    summary: 'Mark an invoice as paid, once',
    body: PaidInvoice,
    reply: ListedInvoice,
    find,
    handle: async ({ context, found: invoice, body }) => {
      const day = body.paid_on == null ? undefined : parseDay(body.paid_on);
      await markPaid(context, invoice, day);
      return listed(context, invoice);
    },
  }),
  route({
    operation: 'undoInvoicePaid',
    method: 'DELETE',
    path: '/invoices/:id/payment',
    summary: 'Take back that an invoice was marked as paid',
    reply: ListedInvoice,
    find,
    handle: async ({ context, found: invoice }) => {
      await undoPaid(context, invoice);
      return listed(context, invoice);
    },
  }),
];

async function find({ db }: Context, _: Account, id: string): Promise<Invoice> {
  const invoice = await findInvoiceById(db, id);
  if (!invoice) throw missing('There is no such invoice');
  return invoice;
}

async function listed(context: Context, { accountId, id }: Invoice): Promise<Static<typeof ListedInvoice>> {
  const invoice = await findInvoiceDocument(context.db, accountId, id);
  if (!invoice) throw new Error(`invoice ${id} is gone`);
  return presentListedInvoice(invoice, context);
}
