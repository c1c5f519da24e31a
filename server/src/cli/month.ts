import { closeMonth } from '../features/closing/close-month.js';
import { exactNumber } from '../platform/exact-number.js';
import type { Instance } from '../database/instance.js';
import { isoMonth } from '../platform/time/months.js';
import type { Command } from './command.js';
import { pluralize, onInstance, type CliEnvironment, type Outcome } from './command-line.js';
import { addMonthBill } from './month-bill.js';
import { progressBar } from './progress-bar.js';
import { readMonth } from './option-parsers.js';

export function addMonthCommands(program: Command, line: CliEnvironment): void {
  const month = program.command('month').description('month-end processing');
  onInstance(
    line,
    month
      .command('close')
      .argument('<month>', 'such as 2026-10', readMonth)
      .description('turn deposits into offsets and certificates; continues where an earlier run stopped')
      .example('month close 2026-10'),
    ({ context }: Instance, month: Date) => close(context, month, line),
  );
  addMonthBill(month, line);
}

async function close(context: Instance['context'], month: Date, line: CliEnvironment): Promise<Outcome> {
  const bar = progressBar(line.draw, context.clock, 'accounts');
  bar.print('Finding the accounts that have deposits ...');
  const outcome = await closeMonth(context, month, { onProgress: bar.show }).finally(bar.clear);
  const { accounts, deposits, offsets, pages, trees, failed } = outcome;
  const period = isoMonth(month);
  const done =
    accounts === 0
      ? `${period}: nothing to close`
      : `${period}: ${pluralize(deposits, 'deposit')} of ${pluralize(accounts, 'account')} became ${pluralize(offsets, 'offset')}, ${pluralize(pages, 'page')}, ${trees} trees`;
  return {
    value: { period, accounts, deposits, offsets, pages: exactNumber(pages), trees: exactNumber(trees) },
    text:
      failed === 0
        ? done
        : `${done}; ${pluralize(failed, 'account')} could not be settled (see above): set aside, and retried every hour`,
    failed: failed > 0,
  };
}
