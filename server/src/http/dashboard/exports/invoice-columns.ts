import { currency } from './common-columns.js';
import { amount, text, time } from './export-column.js';

/** An invoice in lists of one account and of all. */
export const invoiceColumns = [
  text('app.invoices.number', 'number'),
  text('app.month', 'month'),
  time('app.invoices.issued', 'created_at'),
  amount('app.invoices.net', 'total'),
  amount('app.invoices.taxWord', 'tax'),
  amount('app.invoices.total', 'gross'),
  amount('app.invoices.creditNotes', 'credited'),
  amount('app.invoices.toPay', 'remaining'),
  amount('app.invoices.toRefund', 'to_refund'),
  currency,
  text('app.invoices.due', 'due_on'),
  text('app.invoices.paidOn', 'paid_on'),
];

/** Amounts are negative. */
export const creditNoteColumns = [
  text('app.invoices.number', 'number'),
  text('app.invoices.word', 'invoice_number'),
  time('app.invoices.issued', 'created_at'),
  amount('app.invoices.net', 'amount'),
  amount('app.invoices.taxWord', 'tax'),
  amount('app.invoices.total', 'gross'),
  currency,
  text('invoice.reason', 'reason'),
];
