import { listedCreditNotes } from '../operator-routes/credit-notes.js';
import { listedInvoices } from '../operator-routes/invoices.js';
import { listedMonths } from '../operator-routes/months.js';
import { listedSales } from '../operator-routes/sales.js';
import { currency, id, pages, trees } from './common-columns.js';
import { amount, text, time, type Item } from './export-column.js';
import { creditNoteColumns, invoiceColumns } from './invoice-columns.js';
import { exportOf } from './list-export.js';
import { salesExport } from './sales-export.js';

const account = text('app.overview.account', 'account_name');
const accountId = text('export.accountId', 'account_id');

/** Months, and what all accounts were billed. */
export const operatorBillingExports = [
  exportOf({
    list: listedMonths,
    title: 'app.operator.months.title',
    columns: [
      text('app.month', 'month'),
      text('app.status', 'state'),
      amount('app.accounts.title', 'accounts'),
      amount('export.settledAccounts', 'accounts_done'),
      amount('export.skippedAccounts', 'accounts_set_aside'),
      amount('app.operator.months.deposits', 'deposits'),
      pages,
      trees,
      time('app.operator.months.state.closed', 'closed_at'),
      time('export.billed', 'billed_at'),
      amount('app.invoices.title', 'invoices'),
      amount('app.invoices.net', 'net'),
      amount('app.invoices.taxWord', 'tax'),
      amount('app.invoices.total', 'gross'),
      amount('app.invoices.creditNotes', 'credited'),
      currency,
    ],
    complete: (_, months) => Promise.resolve(months.flatMap(withBills)),
  }),
  salesExport(listedSales),
  exportOf({
    list: listedInvoices,
    title: 'app.operator.payments.title',
    columns: [account, ...invoiceColumns, accountId, id],
  }),
  exportOf({
    list: listedCreditNotes,
    title: 'app.invoices.creditNotes',
    columns: [account, ...creditNoteColumns, accountId, id],
  }),
];

/** A month that was billed in several currencies has a row for each. Only the first has its paper, so that sums are right. */
function withBills(month: Item): readonly Item[] {
  const [first, ...others] = month['bills'] as readonly Item[];
  return [{ ...month, ...first }, ...others.map((bill) => ({ month: month['month'], ...bill }))];
}
