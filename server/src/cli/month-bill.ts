import { billMonth, type MonthBill } from '../features/billing/bill-month.js';
import { isMonthClosed } from '../features/closing/month-end-store.js';
import { exactNumber } from '../platform/exact-number.js';
import type { Instance } from '../database/instance.js';
import { isoMonth, requireMonthIsOver } from '../platform/time/months.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { pluralize } from './pluralize.js';
import { readMonth } from './option-parsers.js';

export function addMonthBill(month: Command, line: CliEnvironment): void {
  onInstance(
    line,
    month
      .command('bill')
      .argument('<month>', 'such as 2026-10', readMonth)
      .description('create an invoice for every account with unbilled offsets up to the end of the month')
      .example('month bill 2026-10'),
    (instance, month: Date) => bill(line, instance, month),
  );
}

async function bill(line: CliEnvironment, { context }: Instance, month: Date): Promise<Outcome> {
  const period = isoMonth(month);
  requireMonthIsOver(month, context.clock());
  if (!(await isMonthClosed(context.db, month))) {
    line.err(`${period} is not closed: its deposits will be on a later invoice`);
  }
  const { invoices, offsets, total, failures } = await billMonth(context, month, {
    onProgress: progressOn(line),
  });
  if (failures > 0)
    line.err(`${pluralize(failures, 'account')} could not be billed: fix the cause and run this again`);
  return {
    value: { period, invoices, offsets, total: exactNumber(total) },
    text: `${period}: ${pluralize(invoices, 'invoice')} for ${pluralize(offsets, 'offset')}, ${total} ${context.currency} in total`,
    failed: failures > 0,
  };
}

const progressStep = 10_000;

/** Prints the progress now and then. */
function progressOn(line: CliEnvironment): (soFar: MonthBill) => void {
  let next = progressStep;
  return ({ invoices }) => {
    if (invoices < next) return;
    line.err(`${invoices} invoices`);
    next = invoices + progressStep;
  };
}
