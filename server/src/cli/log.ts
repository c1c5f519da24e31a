import type { Command } from './command.js';
import type { CommandLine } from './command-line.js';
import { addLogAuditCommand } from './log-audit.js';
import { addLogKeyCommands } from './log-key.js';
import { addLogRestartCommand } from './log-restart.js';

export function addLogCommands(program: Command, line: CommandLine): void {
  const log = program.command('log').description('manage the transparency log, or audit one');
  addLogAuditCommand(log, line);
  addLogKeyCommands(log, line);
  addLogRestartCommand(log, line);
}
