import { InvalidArgumentError } from 'commander';
import type { Instance } from '../database/instance.js';
import { importJobs } from '../features/deposits/import-jobs.js';
import type { JobFile } from '../features/deposits/job-line.js';
import { Refusal } from '../platform/errors.js';
import { checkJobTexts } from '../wire/job-files/check-job.js';
import { completeColumns, type ColumnMapping } from '../wire/job-files/job-columns.js';
import { isJobField, jobFields } from '../wire/job-files/job-fields.js';
import { presentImportedJobs, readJobFile } from '../wire/job-files/job-import.js';
import { readMappedCsv } from '../wire/job-files/read-job-csv.js';
import type { Command } from './command.js';
import { onInstance, type CommandLine, type Outcome } from './command-line.js';
import { readText, requireAccount } from './operator-input.js';
import { pluralize } from './pluralize.js';
import { readId } from './values.js';

interface ImportArguments {
  readonly account: string;
  readonly column?: ColumnMapping;
  readonly createCustomers?: boolean;
  readonly partial?: boolean;
  readonly json?: boolean;
}

export function addDepositCommands(program: Command, line: CommandLine): void {
  const deposits = program.command('deposits').description('book paper that was used');
  onInstance(
    line,
    deposits
      .command('import')
      .argument('<file>')
      .description('book the print jobs of a CSV or JSON Lines file, each as a deposit of its customer')
      .example('deposits import jobs.csv --account ID')
      .example('deposits import mis.csv --account ID --column job=Auftrag --column sheets=Bogen')
      .requiredOption(
        '--account <id>',
        'the account of lines that name no customer; others name it or those below',
        readId,
      )
      .option(
        '--column <field=heading>',
        'which column of a CSV file is what, or none; can be repeated',
        readColumn,
      )
      .option('--create-customers', 'create accounts for external ids that are not known')
      .option('--partial', 'take the good lines of a file that has bad ones, too'),
    importFile,
  );
}

function readColumn(text: string, others: ColumnMapping = {}): ColumnMapping {
  const [field = '', ...heading] = text.split('=');
  if (!isJobField(field) || heading.length === 0)
    throw new InvalidArgumentError(
      `It must be a field and a heading, such as job=Order, or sheets= to leave it out; fields: ${jobFields.join(', ')}.`,
    );
  return { ...others, [field]: heading.join('=').trim() };
}

async function importFile(
  { context }: Instance,
  file: string,
  { account: id, column, createCustomers = false, partial = false, json = false }: ImportArguments,
): Promise<Outcome> {
  const account = await requireAccount(context.db, id);
  const jobs = await readJobs(await readText(file), column, context.clock());
  try {
    const value = presentImportedJobs(await importJobs(context, account, jobs, { createCustomers, partial }));
    const { created, unchanged, customers_created: customers, errors } = value;
    const made = customers > 0 ? `, ${pluralize(customers, 'customer')} created` : '';
    const lines = errors.map(({ line, message }) => `\nline ${line}: ${message}`);
    const skipped =
      errors.length > 0 ? `; ${pluralize(errors.length, 'line')} left out:${lines.join('')}` : '';
    return { value, text: `${pluralize(created, 'job')} booked, ${unchanged} unchanged${made}${skipped}` };
  } catch (error) {
    // For scripts all bad lines; people see the first of them.
    if (json && error instanceof Refusal && error.details)
      return { value: error.details, text: error.message, failed: true };
    throw error;
  }
}

async function readJobs(text: string, columns: ColumnMapping | undefined, now: Date): Promise<JobFile> {
  if (columns) {
    const table = await readMappedCsv(text, (headings) => completeColumns(headings, columns));
    return checkJobTexts(table, now);
  }
  const isLines = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .startsWith('{');
  return readJobFile(isLines ? { jsonl: text } : { csv: text }, now);
}
