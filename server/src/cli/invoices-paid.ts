import { formatInvoiceNumber } from '../features/billing/invoice-number.js';
import { markPaid, undoPaid } from '../features/billing/mark-paid.js';
import { requireInvoice } from '../features/billing/read-invoices.js';
import type { Instance } from '../database/instance.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { readDay } from './option-parsers.js';

export function addInvoicesPaid(
  invoices: Command,
  line: CliEnvironment,
  readNumberOrId: (text: string) => string,
): void {
  onInstance(
    line,
    invoices
      .command('paid')
      .argument('<number-or-id>', 'such as INV-000042', readNumberOrId)
      .description('mark an invoice as paid, once')
      .example('invoices paid INV-000042 --date 2026-10-31')
      .option('--date <YYYY-MM-DD>', 'the day the payment arrived; default: today', readDay),
    paid,
  );
  onInstance(
    line,
    invoices
      .command('unpaid')
      .argument('<number-or-id>', 'such as INV-000042', readNumberOrId)
      .description('take back that an invoice was marked as paid')
      .example('invoices unpaid INV-000042'),
    unpaid,
  );
}

async function paid({ context }: Instance, numberOrId: string, { date }: { date?: Date }): Promise<Outcome> {
  const invoice = await requireInvoice(context, numberOrId);
  const paidOn = await markPaid(context, invoice, date);
  const number = formatInvoiceNumber(invoice.number, context);
  return {
    value: { id: invoice.id, number, account_id: invoice.accountId, paid_on: paidOn },
    text: `${number} of ${invoice.accountName} is marked as paid on ${paidOn}`,
  };
}

async function unpaid({ context }: Instance, numberOrId: string): Promise<Outcome> {
  const invoice = await requireInvoice(context, numberOrId);
  const was = await undoPaid(context, invoice);
  const number = formatInvoiceNumber(invoice.number, context);
  return {
    value: { id: invoice.id, number, account_id: invoice.accountId, paid_on: null },
    text: `${number} of ${invoice.accountName} is no longer marked as paid on ${was}`,
  };
}
