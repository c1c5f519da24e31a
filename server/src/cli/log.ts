import type { Command } from 'commander';
import type { CommandLine } from './command-line.js';
import { addLogAuditCommand } from './log-audit.js';

export function addLogCommands(program: Command, line: CommandLine): void {
  const log = program.command('log').description('audit transparency logs');
  addLogAuditCommand(log, line);
}
