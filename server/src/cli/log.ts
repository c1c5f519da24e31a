import type { Command } from 'commander';
import type { CommandLine } from './command-line.js';
import { addLogRestartCommand } from './log-restart.js';

export function addLogCommands(program: Command, line: CommandLine): void {
  const log = program.command('log').description('manage the transparency log');
  addLogRestartCommand(log, line);
}
