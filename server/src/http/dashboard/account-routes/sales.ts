import { Type } from '@sinclair/typebox';
import { pageOfSales, sumSales } from '../../../features/billing/read-sales.js';
import { readMonth } from '../../../platform/time/months.js';
import { presentSale, presentSum, Sale, SalesSums } from '../../../wire/dashboard/sale.js';
import { list, route } from '../../route.js';

export const MonthQuery = Type.Object({ month: Type.String({ maxLength: 7 }) });

export const listedSales = list({
  operation: 'listSales',
  path: '/sales',
  summary: 'Invoices of a month of all accounts below, at any depth',
  query: MonthQuery,
  item: Sale,
  sortedBy: 'name',
  page: ({ context, account, query: { month } }, page) =>
    pageOfSales(context.db, account.id, readMonth(month), page),
  keyOf: ({ accountId }) => ({ sort: '', id: accountId }),
  present: (sale, { context }) => presentSale(sale, context),
});

export const salesSum = route({
  operation: 'sumSales',
  method: 'GET',
  path: '/sales/sum',
  summary: 'What they come to',
  query: MonthQuery,
  reply: SalesSums,
  handle: async ({ context, account, query: { month } }) => ({
    sums: (await sumSales(context.db, account.id, readMonth(month))).map(presentSum),
  }),
});
