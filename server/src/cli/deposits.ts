import { InvalidArgumentError } from 'commander';
import type { Database } from '../database/database.js';
import type { Instance } from '../database/instance.js';
import type { Account } from '../features/accounts/account.js';
import { searchAllAccounts } from '../features/accounts/all-accounts-store.js';
import { importPrintJobs } from '../features/deposits/import-print-jobs.js';
import type { JobFile } from '../features/deposits/job-line.js';
import { invalid, Refusal } from '../platform/errors.js';
import { checkJobTexts } from '../wire/job-files/check-job.js';
import { completeColumns, type ColumnMapping } from '../wire/job-files/job-columns.js';
import { isJobField, jobFields } from '../wire/job-files/job-fields.js';
import { presentImportedJobs, readJobFile } from '../wire/job-files/job-import.js';
import { readMappedCsv } from '../wire/job-files/read-job-csv.js';
import { isJobLines } from '../wire/job-files/read-job-lines.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { readText, requireAccount } from './operator-input.js';
import { pluralize } from './pluralize.js';
import { readId } from './option-parsers.js';

interface ImportArguments {
  readonly account?: string;
  readonly column?: ColumnMapping;
  readonly createCustomers?: boolean;
  readonly partial?: boolean;
  readonly json?: boolean;
}

export function addDepositCommands(program: Command, line: CliEnvironment): void {
  const deposits = program.command('deposits').description('book paper that was used');
  const imports = deposits
    .command('import')
    .argument('<file>')
    .description('book the print jobs of a CSV or JSON Lines file, each as a deposit of its customer')
    .example('deposits import jobs.csv --account ID')
    .example('deposits import mis.csv --account ID --column job=Auftrag --column sheets=Bogen')
    .option(
      '--account <id>',
      'the account of lines that name no customer; others name it or those below. Without it, every line names one',
      readId,
    )
    .option(
      '--column <field=heading>',
      'which column of a CSV file is what, or none; can be repeated',
      readColumn,
    )
    .option(
      '--create-customers',
      'create accounts for external ids that are not known, below --account. Without it, the only root account is meant',
    )
    .option('--partial', 'take the good lines of a file that has bad ones, too');
  onInstance(line, imports, importFile);
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
  const account = await accountOf(context.db, id, createCustomers);
  const jobs = await readJobs(await readText(file), column, context.clock());
  try {
    const value = presentImportedJobs(
      await importPrintJobs(context, account, jobs, { createCustomers, partial }),
    );
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

async function accountOf(
  db: Database,
  id: string | undefined,
  createsCustomers: boolean,
): Promise<Account | undefined> {
  if (id !== undefined) return requireAccount(db, id);
  return createsCustomers ? onlyRoot(db) : undefined;
}

/** Most installations have one root account, and there is no doubt below which account customers are created. */
async function onlyRoot(db: Database): Promise<Account> {
  const [root, another] = await searchAllAccounts(
    db,
    { text: '', isRoot: true },
    { after: undefined, limit: 2 },
  );
  if (!root || another)
    throw invalid(
      `There ${root ? 'are several root accounts' : 'is no root account'}: give --account, below which customers are created`,
    );
  return root;
}

async function readJobs(text: string, columns: ColumnMapping | undefined, now: Date): Promise<JobFile> {
  if (columns) {
    const table = await readMappedCsv(text, (headings) => completeColumns(headings, columns));
    return checkJobTexts(table, now);
  }
  return readJobFile(isJobLines(text) ? { jsonl: text } : { csv: text }, now);
}
