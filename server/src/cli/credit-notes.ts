import { listCreditNotes, type CreditNote as CreditNoteRow } from '../features/billing/credit-note-store.js';
import type { AccountId } from '../features/accounts/account.js';
import type { Context } from '../database/context.js';
import type { Database } from '../database/database.js';
import type { Instance } from '../database/instance.js';
import { CreditNote, presentCreditNote } from '../wire/dashboard/invoice.js';
import { jsonWriter } from '../wire/json-writer.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { printBatches } from './print-batches.js';
import { readId } from './option-parsers.js';

interface ListOptions {
  readonly account?: string;
  readonly json?: boolean;
}

const batchSize = 500;
const writeNote = jsonWriter(CreditNote);

export function addCreditNoteCommands(program: Command, line: CliEnvironment): void {
  const notes = program.command('credit-notes').description('show credit notes');
  onInstance(
    line,
    notes
      .command('list')
      .description('list credit notes by number')
      .example('credit-notes list --account ID')
      .option('--account <id>', 'only of this account', readId),
    (instance, options: ListOptions) => list(line, instance, options),
  );
}

async function list(
  line: CliEnvironment,
  { context }: Instance,
  { account, json }: ListOptions,
): Promise<undefined> {
  const { db } = context;
  const owner = account === undefined ? undefined : (await requireAccount(db, account)).id;
  return printBatches(line, inBatches(db, owner), {
    json: json ?? false,
    toJson: (note) => writeNote(presentCreditNote(note, context)),
    toTable: (notes) => noteTable(notes, context),
    none: 'There are no credit notes.',
  });
}

async function* inBatches(db: Database, account: AccountId | undefined): AsyncGenerator<CreditNoteRow[]> {
  for (let after = 0; ;) {
    const batch = await listCreditNotes(db, account, { after, limit: batchSize });
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.number;
  }
}

const noteTable = (notes: readonly CreditNoteRow[], where: Context): string =>
  table(
    ['number', 'invoice', 'date', 'account', 'amount', 'tax', 'reason'],
    notes.map((note) => {
      const { number, invoice_number, created_at, account_id, reason } = presentCreditNote(note, where);
      const tax = note.tax === null ? null : `-${note.tax} ${note.currency}`;
      const day = created_at.slice(0, 'YYYY-MM-DD'.length);
      return [number, invoice_number, day, account_id, `-${note.amount} ${note.currency}`, tax, reason];
    }),
  );
