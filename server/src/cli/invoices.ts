import type { Command } from 'commander';
import { type Invoice, listLines } from '../billing/invoice-store.js';
import { readInvoices, readParts, requireInvoice } from '../billing/read-invoices.js';
import type { Database } from '../platform/db/database.js';
import type { Instance } from '../platform/instance.js';
import { presentInvoice, presentLine } from '../wire/invoice.js';
import { invoicesAsJson, writeInvoice } from '../wire/invoice-texts.js';
import { onInstance, table, type CommandLine } from './command-line.js';
import { filtered, readFilter, type FilterOptions } from './invoice-filter.js';
import { addInvoiceExport } from './invoices-export.js';

export function addInvoiceCommands(program: Command, line: CommandLine): void {
  const invoices = program.command('invoices').description('what accounts were billed');
  onInstance(
    line,
    filtered(invoices.command('list').description('invoices by number')),
    (instance, options: FilterOptions) => list(line, instance, options),
  );
  onInstance(
    line,
    invoices.command('show').argument('<number-or-id>').description('an invoice and its lines'),
    (instance, numberOrId: string, options: { json?: boolean }) => show(line, instance, numberOrId, options),
  );
  addInvoiceExport(invoices, line);
}

/** Written batch by batch, under headings of their own: there may be very many. */
async function list(
  line: CommandLine,
  { context: { db } }: Instance,
  options: FilterOptions,
): Promise<undefined> {
  const batches = readInvoices(db, await readFilter(db, options));
  if (!options.json) {
    let isEmpty = true;
    for await (const batch of batches) {
      await line.write(`${invoiceTable(batch)}\n`);
      isEmpty = false;
    }
    if (isEmpty) line.out('There are no invoices.');
    return;
  }
  let separator = '[';
  for await (const batch of batches) {
    const texts = batch.map((invoice) => writeInvoice(presentInvoice(invoice)));
    await line.write(separator + texts.join(',\n'));
    separator = ',\n';
  }
  await line.write(separator === '[' ? '[]\n' : ']\n');
}

const invoiceTable = (invoices: readonly Invoice[]): string =>
  table(
    ['number', 'month', 'account', 'lines', 'total', 'name'],
    invoices.map((invoice) => {
      const { number, month, account_id, line_count, account_name } = presentInvoice(invoice);
      return [number, month, account_id, line_count, `${invoice.total} ${invoice.currency}`, account_name];
    }),
  );

async function show(
  line: CommandLine,
  { context: { db } }: Instance,
  numberOrId: string,
  options: { json?: boolean },
): Promise<undefined> {
  const invoice = await requireInvoice(db, numberOrId);
  if (!options.json) {
    line.out(await textOf(db, invoice));
    return;
  }
  for await (const text of invoicesAsJson(readParts(db, [invoice]))) await line.write(text);
  await line.write('\n');
}

const linesShown = 100;

async function textOf(db: Database, invoice: Invoice): Promise<string> {
  const { number, month, account_id, account_name, total_exact, created_at } = presentInvoice(invoice);
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
      ? [`and ${hidden} more: invoices export --account ${account_id} --month ${month} --format json`]
      : []),
    `Total ${invoice.total} ${invoice.currency} (exact: ${total_exact})`,
  ].join('\n');
}
