import type { Command } from 'commander';
import type { CommandLine } from './command-line.js';
import { addMonthBill } from './month-bill.js';

export function addMonthCommands(program: Command, line: CommandLine): void {
  const month = program.command('month').description("a month's end");
  addMonthBill(month, line);
}
