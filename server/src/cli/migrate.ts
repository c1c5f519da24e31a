import type { Command } from 'commander';
import { migrate } from '../platform/db/migrate.js';
import { onInstance, type CommandLine } from './command-line.js';

export function addMigrateCommand(program: Command, line: CommandLine): void {
  onInstance(
    line,
    program.command('migrate').description('bring the database up to this version'),
    async ({ pool }) => {
      const applied = await migrate(pool);
      return {
        value: { applied },
        text: applied.length === 0 ? 'Nothing to do' : `Applied ${applied.join(', ')}`,
      };
    },
    { migrates: false },
  );
}
