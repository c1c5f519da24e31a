import { Type } from '@sinclair/typebox';
import { pageOfSales, readSales } from '../../../features/billing/read-sales.js';
import { reportsOf } from '../../../database/reports.js';
import { readMonth } from '../../../platform/time/months.js';
import { presentSale, Sale, salesAsCsv } from '../../../wire/dashboard/sale.js';
import { list } from '../../route.js';
import { download } from '../dashboard-route.js';

const OfMonth = Type.Object({ month: Type.String({ maxLength: 7 }) });

export const salesRoutes = [
  list({
    operation: 'listSales',
    path: '/sales',
    summary: 'Invoices of a month of all accounts below, at any depth',
    query: OfMonth,
    item: Sale,
    sortedBy: 'name',
    page: ({ context, account, query: { month } }, page) =>
      pageOfSales(context.db, account.id, readMonth(month), page),
    keyOf: ({ accountId }) => ({ sort: '', id: accountId }),
    present: presentSale,
  }),
  download({
    operation: 'exportSales',
    path: '/sales/export',
    summary: 'The same as CSV',
    query: OfMonth,
    open: ({ context, account, query: { month } }) => ({
      name: `sales-${month}.csv`,
      type: 'text/csv; charset=utf-8',
      parts: salesAsCsv(readSales(reportsOf(context), account.id, readMonth(month))),
    }),
  }),
];
