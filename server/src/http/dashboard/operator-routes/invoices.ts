import { findInvoiceById } from '../../../features/billing/invoice-store.js';
import { findInvoiceDocument, newestInvoices } from '../../../features/billing/listed-invoice-store.js';
import { markPaid } from '../../../features/billing/mark-paid.js';
import { missing } from '../../../platform/errors.js';
import { parseDay } from '../../../platform/time/days.js';
import { ListedInvoice, PaidInvoice, presentListedInvoice } from '../../../wire/dashboard/invoice.js';
import { list, route } from '../../route.js';

export const invoiceRoutes = [
  list({
    operation: 'listAllInvoices',
    path: '/invoices',
    summary: 'Invoices of all accounts, from the highest number down',
    item: ListedInvoice,
    // By number, which the cursor has as text.
    sortedBy: 'name',
    page: ({ context }, { after, limit }) => newestInvoices(context.db, below(after?.sort), limit),
    keyOf: ({ number, id }) => ({ sort: String(number), id }),
    present: presentListedInvoice,
  }),
  route({
    operation: 'markInvoicePaid',
    method: 'POST',
    path: '/invoices/:id/payment',
    summary: 'Mark an invoice as paid, once',
    body: PaidInvoice,
    reply: ListedInvoice,
    find: async ({ db }, _, id) => {
      const invoice = await findInvoiceById(db, id);
      if (!invoice) throw missing('There is no such invoice');
      return invoice;
    },
    handle: async ({ context, found: invoice, body }) => {
      const day = body.paid_on == null ? undefined : parseDay(body.paid_on);
      await markPaid(context, invoice, day);
      const paid = await findInvoiceDocument(context.db, invoice.accountId, invoice.id);
      if (!paid) throw new Error(`invoice ${invoice.id} is gone`);
      return presentListedInvoice(paid);
    },
  }),
];

function below(sort: unknown): number {
  const number = sort === undefined ? Number.MAX_SAFE_INTEGER : Number(sort);
  return Number.isSafeInteger(number) ? number : 0;
}
