import { record } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid } from '../../platform/errors.js';
import { isoDay } from '../../platform/time/months.js';
import { formatInvoiceNumber } from './invoice-number.js';
import type { Invoice } from './invoice-store.js';
import { insertPayment, paymentDay } from './payment-store.js';
import { earliestZoneMs } from '../../platform/time/durations.js';

/** Marks an invoice as paid, once. `day` is when the payment arrived; default: today. */
export const markPaid = (context: Context, invoice: Invoice, day?: Date): Promise<string> =>
  inTransaction(context, async (tx) => {
    const now = tx.clock();
    const paidOn = isoDay(day ?? now);
    const number = formatInvoiceNumber(invoice.number);
    const range = { from: isoDay(invoice.createdAt), to: isoDay(new Date(now.getTime() + earliestZoneMs)) };
    if (paidOn < range.from || paidOn > range.to)
      throw invalid(`${number} can be paid from the day it was issued, ${range.from}, until today`, {
        code: 'paid-out-of-range',
        field: 'paid_on',
        params: { from: range.from },
      });
    if (!(await insertPayment(tx.db, invoice.accountId, { invoiceId: invoice.id, paidOn, now }))) {
      const before = await paymentDay(tx.db, invoice.accountId, invoice.id);
      throw invalid(`${number} is already marked as paid on ${before ?? 'another day'}`, {
        code: 'invoice-paid',
      });
    }
    await record(tx, invoice.accountId, {
      action: 'invoice.pay',
      subjectId: invoice.id,
      after: { number, paid_on: paidOn },
    });
    return paidOn;
  });
