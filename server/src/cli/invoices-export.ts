import { writeFile } from 'node:fs/promises';
import { Option } from 'commander';
import type { InvoiceFilter } from '../features/billing/invoice-store.js';
import { isFirstPart, readAllParts, type InvoicePart } from '../features/billing/read-invoices.js';
import type { Database } from '../database/database.js';
import { reportDatabase } from '../database/report-database.js';
import type { Instance } from '../database/instance.js';
import { writeNewFile } from '../platform/write-new-file.js';
import { invoicesAsArray, invoicesAsCsv } from '../wire/invoice-export.js';
import type { Command } from './command.js';
import { onInstance, rejectIf, type CliEnvironment, type Outcome } from './command-line.js';
import { pluralize } from './pluralize.js';
import { withInvoiceFilter, readFilter, type FilterOptions } from './invoice-filter.js';

export function addInvoiceExport(invoices: Command, line: CliEnvironment): void {
  onInstance(
    line,
    rejectIf(
      withInvoiceFilter(
        invoices
          .command('export')
          .description('export invoices with all their lines')
          .example('invoices export --month 2026-10 --format csv --output october.csv'),
      )
        .addOption(new Option('--format <format>').choices(['json', 'csv']).makeOptionMandatory())
        .option('--output <file>', 'write to this file instead of standard output')
        .option('--force', 'replace an existing file'),
      formatProblem,
    ),
    (instance, options: ExportOptions) => exportInvoices(line, instance, options),
  );
}

interface ExportOptions extends FilterOptions {
  readonly format: 'json' | 'csv';
  readonly output?: string;
  readonly force?: boolean;
}

function formatProblem(command: Command): string | undefined {
  const { json, format, output } = command.opts<ExportOptions>();
  return json && format === 'csv' && output === undefined
    ? '--json prints one JSON value: use --output for the CSV, or --format json'
    : undefined;
}

async function exportInvoices(
  line: CliEnvironment,
  { context }: Instance,
  options: ExportOptions,
): Promise<Outcome | undefined> {
  const { format, output: file } = options;
  const count = { invoices: 0, lines: 0 };
  const db = reportDatabase(context);
  const parts = countedParts(db, await readFilter(db, options), count);
  const texts = format === 'csv' ? invoicesAsCsv(parts, context) : invoicesAsArray(parts, context);
  if (file === undefined) {
    for await (const text of texts) await line.write(text);
    return undefined;
  }
  await writeNewFile(file, { force: options.force ?? false }, (handle) => writeFile(handle, texts));
  const { invoices, lines } = count;
  const text = `${pluralize(invoices, 'invoice')} with ${pluralize(lines, 'line')} in ${file}`;
  return { value: { ...count, file }, text };
}

async function* countedParts(
  db: Database,
  filter: InvoiceFilter,
  count: { invoices: number; lines: number },
): AsyncGenerator<InvoicePart> {
  for await (const part of readAllParts(db, filter)) {
    if (isFirstPart(part)) count.invoices++;
    count.lines += part.lines.length;
    yield part;
  }
}
