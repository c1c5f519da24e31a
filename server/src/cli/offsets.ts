import { withdrawOffset } from '../features/billing/withdraw-offset.js';
import type { Instance } from '../database/instance.js';
import { presentCreditNote } from '../wire/dashboard/invoice.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { requireAccount } from './operator-input.js';
import { readId, readLine } from './option-parsers.js';

interface WithdrawOptions {
  readonly account: string;
  readonly reason: string;
  readonly dropPages?: boolean;
}

export function addOffsetCommands(program: Command, line: CliEnvironment): void {
  const offsets = program.command('offsets').description('withdraw offsets');
  onInstance(
    line,
    offsets
      .command('withdraw')
      .argument('<offset-id>', 'a biomass offset', readId)
      .description('withdraw an offset and its certificate, with a credit note if it was billed')
      .example('offsets withdraw ID --account ID --reason "Ordered twice"')
      .requiredOption('--account <id>', 'whose', readId)
      .requiredOption('--reason <text>', 'why, as printed on the credit note', readLine)
      .option('--drop-pages', 'do not certify its pages again at the end of this month'),
    withdraw,
  );
}

async function withdraw({ context }: Instance, id: string, options: WithdrawOptions): Promise<Outcome> {
  const account = await requireAccount(context.db, options.account);
  const note = await withdrawOffset(context, account.id, id, {
    reason: options.reason,
    returnsPages: options.dropPages !== true,
  });
  const shown = note && presentCreditNote(note, context);
  return {
    value: { offset_id: id, account_id: account.id, credit_note: shown ?? null },
    text: shown
      ? `The offset is withdrawn. ${shown.number} reduces ${shown.invoice_number} by ${note.amount} ${note.currency}` +
        (note.tax === null ? '' : ` and ${note.tax} ${note.currency} tax`)
      : 'The offset is withdrawn. It was not billed',
  };
}
