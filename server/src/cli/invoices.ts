import { InvalidArgumentError } from 'commander';
import { balanceOf, grossOf } from '../features/billing/balance.js';
import { readInvoiceNumber } from '../features/billing/invoice-number.js';
import { type Invoice, listLines } from '../features/billing/invoice-store.js';
import { findInvoiceDocument, type InvoiceDocument } from '../features/billing/listed-invoice-store.js';
import { readInvoices, readParts, requireInvoice } from '../features/billing/read-invoices.js';
import { commandHint } from '../platform/config/command-hint.js';
import type { Config } from '../platform/config/config.js';
import type { Context } from '../database/context.js';
import type { Database } from '../database/database.js';
import { decimal } from '../platform/decimals.js';
import { isUuid } from '../platform/ids.js';
import type { Instance } from '../database/instance.js';
import { presentShownInvoice, ShownInvoice } from '../wire/dashboard/invoice.js';
import { presentInvoice, presentLine } from '../wire/invoice.js';
import { invoicesAsJson, writeInvoice } from '../wire/invoice-export.js';
import { jsonWriter } from '../wire/json-writer.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment } from './command-line.js';
import { withInvoiceFilter, readFilter, type FilterOptions } from './invoice-filter.js';
import { addInvoiceExport } from './invoices-export.js';
import { addInvoicesPaid } from './invoices-paid.js';
import { printBatches } from './print-batches.js';

export function addInvoiceCommands(program: Command, line: CliEnvironment): void {
  const invoices = program.command('invoices').description('manage invoices');
  onInstance(
    line,
    withInvoiceFilter(
      invoices
        .command('list')
        .description('list invoices by number')
        .example('invoices list --month 2026-10'),
    ),
    (instance, options: FilterOptions) => list(line, instance, options),
  );
  onInstance(
    line,
    invoices
      .command('show')
      .argument('<number-or-id>', 'such as INV-000042', readNumberOrId)
      .description('show an invoice with its lines')
      .example('invoices show INV-000042'),
    (instance, numberOrId: string, options: { json?: boolean }) => show(line, instance, numberOrId, options),
  );
  addInvoicesPaid(invoices, line, readNumberOrId);
  addInvoiceExport(invoices, line);
}

/** Commands read no sandbox. */
const live = { sandbox: undefined };

function readNumberOrId(text: string): string {
  if (readInvoiceNumber(text, live) === undefined && !isUuid(text))
    throw new InvalidArgumentError('It must be a number such as INV-000042 or 42, or an id (a UUID).');
  return text;
}

async function list(line: CliEnvironment, { context }: Instance, options: FilterOptions): Promise<undefined> {
  const { db } = context;
  return printBatches(line, readInvoices(db, await readFilter(db, options)), {
    json: options.json ?? false,
    toJson: (invoice) => writeInvoice(invoice, context),
    toTable: (invoices) => invoiceTable(invoices, context),
    none: 'There are no invoices.',
  });
}

const invoiceTable = (invoices: readonly Invoice[], where: Context): string =>
  table(
    ['number', 'month', 'account', 'lines', 'net', 'tax', 'gross', 'name'],
    invoices.map((invoice) => {
      const { number, month, account_id, line_count, account_name } = presentInvoice(invoice, where);
      const { total, tax, currency } = invoice;
      const gross = `${grossOf(total, tax)} ${currency}`;
      return [number, month, account_id, line_count, total, tax, gross, account_name];
    }),
  );

async function show(
  line: CliEnvironment,
  { context, config }: Instance,
  numberOrId: string,
  options: { json?: boolean },
): Promise<undefined> {
  const { db } = context;
  const invoice = await requireInvoice(context, numberOrId);
  if (!options.json) {
    line.out(await textOf(context, config, invoice));
    return;
  }
  const document = await requireDocument(db, invoice);
  const write = () => writeShown(presentShownInvoice(document, context));
  for await (const text of invoicesAsJson(readParts(db, [invoice]), write)) await line.write(text);
  await line.write('\n');
}

const writeShown = jsonWriter(ShownInvoice);

async function requireDocument(db: Database, { accountId, id }: Invoice): Promise<InvoiceDocument> {
  const document = await findInvoiceDocument(db, accountId, id);
  if (!document) throw new Error(`invoice ${id} is gone`);
  return document;
}

const linesShown = 100;

async function textOf(context: Context, config: Config, invoice: Invoice): Promise<string> {
  const { number, month, account_id, account_name, total_exact, created_at } = presentInvoice(
    invoice,
    context,
  );
  const { db } = context;
  const lines = await listLines(
    db,
    { account: undefined, numbers: [invoice.number] },
    { after: 0, upTo: linesShown },
  );
  const rows = lines.map((line) => {
    const { date, kind, project_name, pages, trees, mtco2e, price } = presentLine(line);
    return [date, kind, project_name, pages, trees, mtco2e, price, line.amount];
  });
  const hidden = invoice.lines - lines.length;
  return [
    `${number} of ${created_at} for ${month}, to ${account_name} (${account_id})`,
    table(['date', 'kind', 'project', 'pages', 'trees', 'mtco2e', 'price', 'amount'], rows),
    ...(hidden > 0
      ? [
          `and ${hidden} more: ` +
            commandHint(config, `invoices export --account ${account_id} --month ${month} --format json`),
        ]
      : []),
    `Total ${invoice.total} ${invoice.currency} (exact: ${total_exact})`,
    ...(await paymentStateOf(db, invoice)),
  ].join('\n');
}

/** Tax, due date, payment and credit notes: what an invoice from before lacks is left out. */
async function paymentStateOf(db: Database, invoice: Invoice): Promise<string[]> {
  const document = await requireDocument(db, invoice);
  const { tax, taxRate, dueOn, paidOn, paid, credited } = document;
  const gross = grossOf(invoice.total, tax);
  const { toRefund } = balanceOf(document);
  return [
    ...(tax === null || taxRate === null
      ? []
      : [`Tax ${tax} ${invoice.currency} (${decimal(taxRate).toFixed()} %), ${gross} with it`]),
    ...(decimal(credited).eq(0) ? [] : [`Less credit notes ${decimal(gross).minus(credited).toFixed(2)}`]),
    ...(dueOn === null ? [] : [`Due on ${dueOn}`]),
    ...(paidOn === null || paid === null ? [] : [`Paid on ${paidOn}: ${paid}`]),
    ...(decimal(toRefund).eq(0) ? [] : [`To refund ${toRefund}`]),
  ];
}
