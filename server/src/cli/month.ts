import type { Command } from 'commander';
import { closeMonth } from '../closing/close-month.js';
import type { Instance } from '../platform/instance.js';
import { isoMonth, readMonth } from '../platform/months.js';
import { onInstance, type CommandLine, type Outcome } from './command-line.js';
import { progressBar } from './progress-bar.js';

export function addMonthCommands(program: Command, line: CommandLine): void {
  const month = program.command('month').description('month-end processing');
  onInstance(
    line,
    month
      .command('close')
      .argument('<month>', 'such as 2026-10')
      .description('turn deposits into offsets and certificates; goes on where an earlier run stopped'),
    ({ context }: Instance, text: string) => close(context, readMonth(text), line),
  );
}

async function close(context: Instance['context'], month: Date, line: CommandLine): Promise<Outcome> {
  const bar = progressBar(line.draw, context.clock, 'accounts');
  const { accounts, deposits, offsets, pages, trees, failed } = await closeMonth(context, month, {
    onProgress: bar.show,
  }).finally(bar.clear);
  const period = isoMonth(month);
  const done =
    accounts === 0
      ? `${period}: nothing to close`
      : `${period}: ${deposits} deposits of ${accounts} accounts became ${offsets} offsets, ${pages} pages, ${trees} trees`;
  return {
    value: { period, accounts, deposits, offsets, pages, trees: Number(trees) },
    text: failed === 0 ? done : `${done}; ${failed} accounts could not be settled (see above) and stay open`,
    failed: failed > 0,
  };
}
