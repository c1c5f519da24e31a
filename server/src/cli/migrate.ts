import type { Command } from 'commander';
import { onInstance, type CommandLine } from './command-line.js';

export function addMigrateCommand(program: Command, line: CommandLine): void {
  onInstance(
    line,
    program.command('migrate').description('migrate the database to this version'),
    ({ migrated }) =>
      Promise.resolve({
        value: { applied: migrated },
        text: migrated.length === 0 ? 'Nothing to do' : `Applied ${migrated.join(', ')}`,
      }),
    { creates: true },
  );
}
