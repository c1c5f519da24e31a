import { billedMonths } from '../../../features/billing/billed-month-store.js';
import { listAllSales } from '../../../features/billing/sales-store.js';
import { readMonth } from '../../../platform/time/months.js';
import { presentSale, presentSum, Sale, SalesSums } from '../../../wire/dashboard/sale.js';
import { list, route } from '../../route.js';
import { MonthQuery } from '../account-routes/sales.js';
import { cursorNumber } from '../cursor-number.js';

export const listedSales = list({
  operation: 'listAllSales',
  path: '/sales',
  summary: 'Invoices of a month of all accounts, by number',
  query: MonthQuery,
  item: Sale,
  // By number, which the cursor has as text.
  sortedBy: 'name',
  page: ({ context, query: { month } }, { after, limit }) =>
    listAllSales(context.db, readMonth(month), { after: cursorNumber(after, 0), limit }),
  keyOf: ({ number, id }) => ({ sort: String(number), id }),
  present: (sale, { context }) => presentSale(sale, context),
});

export const salesSum = route({
  operation: 'sumAllSales',
  method: 'GET',
  path: '/sales/sum',
  summary: 'What they come to',
  query: MonthQuery,
  reply: SalesSums,
  handle: async ({ context, query }) => {
    const month = readMonth(query.month);
    return { sums: (await billedMonths(context.db, month, month)).map(presentSum) };
  },
});
