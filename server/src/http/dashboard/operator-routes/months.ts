import type { Static } from '@sinclair/typebox';
import { requestBilling, requestClose } from '../../../jobs/request-month-end.js';
import { describeMonths, listMonths, type MonthOverview } from '../../../jobs/month-ends.js';
import type { Context } from '../../../database/context.js';
import { isoMonth, readMonth } from '../../../platform/time/months.js';
import { lowestId } from '../../../database/paging.js';
import { MonthEnd, NamedMonth } from '../../../wire/dashboard/month-end.js';
import { presentSum } from '../../../wire/dashboard/sale.js';
import { exactNumber } from '../../../platform/exact-number.js';
import { formatNullable } from '../../../wire/times.js';
import { list, route } from '../../route.js';

export const listedMonths = list({
  operation: 'listMonths',
  path: '/months',
  summary: 'Months that are over, newest first, and how far their end has come',
  item: MonthEnd,
  sortedBy: 'time',
  page: ({ context }, { after, limit }) =>
    listMonths(context, { before: after && new Date(after.sort), limit }),
  keyOf: ({ month }) => ({ sort: month, id: lowestId }),
  present: presentMonth,
});

export const monthRoutes = [
  listedMonths,
  route({
    operation: 'closeMonth',
    method: 'POST',
    path: '/months/close',
    summary: 'Has a month closed by a job, and billed after that',
    body: NamedMonth,
    reply: MonthEnd,
    acceptsIdempotencyKey: false,
    handle: ({ context, body }) => request(context, body.month, requestClose),
  }),
  route({
    operation: 'billMonth',
    method: 'POST',
    path: '/months/bill',
    summary: 'Has a month billed by a job',
    body: NamedMonth,
    reply: MonthEnd,
    acceptsIdempotencyKey: false,
    handle: ({ context, body }) => request(context, body.month, requestBilling),
  }),
];

async function request(
  context: Context,
  name: string,
  send: (context: Context, month: Date) => Promise<void>,
): Promise<Static<typeof MonthEnd>> {
  const month = readMonth(name);
  await send(context, month);
  const [described] = await describeMonths(context, [month]);
  return presentMonth(described as MonthOverview);
}

function presentMonth(one: MonthOverview): Static<typeof MonthEnd> {
  const { progress } = one;
  return {
    month: isoMonth(one.month),
    state: one.state,
    accounts: progress?.accounts ?? 0,
    accounts_done: progress?.settled ?? 0,
    accounts_set_aside: one.setAside,
    deposits: progress?.deposits ?? 0,
    pages: exactNumber(progress?.pages ?? 0),
    trees: exactNumber(progress?.trees ?? '0'),
    failures: one.failures.map(({ accountId, accountName, failure }) => ({
      account_id: accountId,
      account_name: accountName,
      failure,
    })),
    began_at: formatNullable(progress?.beganAt ?? null),
    closed_at: formatNullable(one.closedAt),
    is_billing: one.isBilling,
    billed_at: formatNullable(one.billedAt),
    bills: one.bills.map(presentSum),
  };
}
