import { recordChange } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid } from '../../platform/errors.js';
import { isoDay } from '../../platform/time/months.js';
import { formatInvoiceNumber } from './invoice-number.js';
import type { Invoice } from './invoice-store.js';
import { earliestZoneMs } from '../../platform/time/durations.js';
import { dueOnDay, findPayment, insertPayment, removePayment } from './payment-store.js';

/** Marks an invoice as paid, once, with what was due that day. `day` is when the payment arrived; default: today. */
export const markPaid = (context: Context, invoice: Invoice, day?: Date): Promise<string> =>
  inTransaction(context, async (tx) => {
    const now = tx.clock();
    const paidOn = isoDay(day ?? now);
    const number = formatInvoiceNumber(invoice.number, tx);
    const range = { from: isoDay(invoice.createdAt), to: isoDay(new Date(now.getTime() + earliestZoneMs)) };
    if (paidOn < range.from || paidOn > range.to)
      throw invalid(`${number} can be paid from the day it was issued, ${range.from}, until today`, {
        code: 'paid-out-of-range',
        field: 'paid_on',
        params: { from: range.from },
      });
    const amount = await dueOnDay(tx.db, invoice.accountId, invoice.id, paidOn);
    if (!(await insertPayment(tx.db, invoice.accountId, { invoiceId: invoice.id, paidOn, amount, now }))) {
      const before = await findPayment(tx.db, invoice.accountId, invoice.id);
      throw invalid(`${number} is already marked as paid on ${before?.paidOn ?? 'another day'}`, {
        code: 'invoice-paid',
      });
    }
    await recordChange(tx, invoice.accountId, {
      action: 'invoice.pay',
      subjectId: invoice.id,
      after: { number, paid_on: paidOn, amount, currency: invoice.currency },
    });
    return paidOn;
  });

/** Takes the mark back, for one that was set by mistake. The invoice can be marked again. Returns the day it had. */
export const undoPaid = (context: Context, invoice: Invoice): Promise<string> =>
  inTransaction(context, async (tx) => {
    const number = formatInvoiceNumber(invoice.number, tx);
    const payment = await removePayment(tx.db, invoice.accountId, invoice.id);
    if (!payment) throw invalid(`${number} is not marked as paid`, { code: 'invoice-not-paid' });
    await recordChange(tx, invoice.accountId, {
      action: 'invoice.unpay',
      subjectId: invoice.id,
      before: { number, paid_on: payment.paidOn, amount: payment.amount, currency: invoice.currency },
    });
    return payment.paidOn;
  });
