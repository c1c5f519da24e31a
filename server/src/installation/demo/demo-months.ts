import { billMonth } from '../../features/billing/bill-month.js';
import { listInvoices } from '../../features/billing/invoice-store.js';
import { markPaid } from '../../features/billing/mark-paid.js';
import { closeMonth } from '../../features/closing/close-month.js';
import type { Context } from '../../database/context.js';
import { demoAccounts, type DemoAccount } from './demo-accounts.js';
import { asJob, monthsOfHistory, type Calendar, type TimelineStep } from './timeline.js';

const usualPayday = 12;

/** Every month is closed and billed on the 1st of the next one, as the server does it, and most invoices are paid soon after. */
export const monthEnds = (calendar: Calendar): TimelineStep[] =>
  Array.from({ length: monthsOfHistory }, (_, index) => monthsOfHistory - index).flatMap((ago) => {
    const month = calendar.month(ago);
    const paydays = new Set(demoAccounts.map((account) => paydayOf(account, ago)));
    paydays.delete(undefined);
    return [
      {
        // The first start may be in the first minutes of a month.
        at: earlier(calendar.inMonth(ago - 1, 1, 0, 15), calendar.now),
        run: async (context) => {
          await closeMonth(asJob(context, 'settle-month'), month);
          await billMonth(asJob(context, 'bill-month'), month);
        },
      },
      ...[...paydays].map((day = usualPayday) => ({
        at: calendar.inMonth(ago - 1, day, 11),
        run: (context: Context) => pay(context, month, ago, day),
      })),
    ];
  });

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const paydayOf = (
  { paysOn = usualPayday, unpaidMonths = 0 }: DemoAccount,
  monthsAgo: number,
): number | undefined => (monthsAgo <= unpaidMonths ? undefined : paysOn);

async function pay(context: Context, month: Date, monthsAgo: number, day: number): Promise<void> {
  const paydays = new Map(demoAccounts.map((account) => [account.name, paydayOf(account, monthsAgo)]));
  const page = { after: 0, limit: demoAccounts.length };
  for (const invoice of await listInvoices(context.db, { account: undefined, month }, page))
    if (paydays.get(invoice.accountName) === day) await markPaid(context, invoice);
}
