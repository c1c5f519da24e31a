import { open, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Option, type Command } from 'commander';
import type { InvoiceFilter } from '../billing/invoice-store.js';
import { isFirstPart, readAllParts, type InvoicePart } from '../billing/read-invoices.js';
import type { Database } from '../platform/db/database.js';
import { invalid } from '../platform/errors.js';
import type { Instance } from '../platform/instance.js';
import { invoicesAsArray, invoicesAsCsv } from '../wire/invoice-texts.js';
import { onInstance, type CommandLine, type Outcome } from './command-line.js';
import { counted } from './counted.js';
import { filtered, readFilter, type FilterOptions } from './invoice-filter.js';

export function addInvoiceExport(invoices: Command, line: CommandLine): void {
  onInstance(
    line,
    filtered(invoices.command('export').description('invoices with all their lines'))
      .addOption(new Option('--format <format>').choices(['json', 'csv']).makeOptionMandatory())
      .option('--output <file>', 'write there instead of standard output'),
    (instance, options: ExportOptions) => exportInvoices(line, instance, options),
  );
}

interface ExportOptions extends FilterOptions {
  readonly format: 'json' | 'csv';
  readonly output?: string;
}

async function exportInvoices(
  line: CommandLine,
  { context: { db } }: Instance,
  options: ExportOptions,
): Promise<Outcome | undefined> {
  const { format, output: file } = options;
  if (options.json && format === 'csv' && file === undefined) {
    throw invalid('--json promises one JSON value: give --output for the CSV, or --format json');
  }
  const count = { invoices: 0, lines: 0 };
  const parts = countedParts(db, await readFilter(db, options), count);
  const texts = format === 'csv' ? invoicesAsCsv(parts) : invoicesAsArray(parts);
  if (file === undefined) {
    for await (const text of texts) await line.write(text);
    return undefined;
  }
  const handle = await openToWrite(file);
  await writeFile(handle, texts).finally(() => handle.close());
  const { invoices, lines } = count;
  const text = `${counted(invoices, 'invoice')} with ${counted(lines, 'line')} in ${file}`;
  return { value: { ...count, file }, text };
}

async function openToWrite(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const why = error.code === 'ENOENT' ? `there is no folder ${dirname(file)}` : error.message;
    throw invalid(`${file} cannot be written: ${why}`);
  }
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
