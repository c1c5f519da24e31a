import type { Command } from './command.js';
import type { CliEnvironment } from './command-line.js';
import { addLogAuditCommand } from './log-audit.js';
import { addLogJoinCommand } from './log-join.js';
import { addLogKeyCommands } from './log-key.js';
import { addLogRestartCommand } from './log-restart.js';

export function addLogCommands(program: Command, line: CliEnvironment): void {
  const log = program.command('log').description('manage the transparency log, or audit one');
  addLogAuditCommand(log, line);
  addLogKeyCommands(log, line);
  addLogJoinCommand(log, line);
  addLogRestartCommand(log, line);
}
