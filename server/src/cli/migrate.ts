import { systemClock } from '../platform/time/clock.js';
import type { Command } from './command.js';
import { onInstance, type CliEnvironment } from './command-line.js';
import { pluralize } from './pluralize.js';
import { progressBar } from './progress-bar.js';

export function addMigrateCommand(program: Command, line: CliEnvironment): void {
  const bar = progressBar(line.draw, systemClock, 'tables');
  onInstance(
    line,
    program
      .command('migrate')
      .description('migrate the database to this version')
      .example('migrate')
      .option('--distribute', 'also distribute it over the nodes of its Citus cluster; safe to run again'),
    ({ migrated, distributed }, { distribute }: { distribute?: true }) => {
      bar.clear();
      const done = [
        ...(migrated.length > 0 ? [`Applied ${migrated.join(', ')}`] : []),
        ...(distributed.length > 0 ? [`Distributed ${pluralize(distributed.length, 'table')}`] : []),
      ];
      return Promise.resolve({
        value: { applied: migrated, ...(distribute && { distributed }) },
        text: done.join('\n') || 'Nothing to do',
      });
    },
    (command) => ({
      createIfMissing: true,
      distributing: command.opts<{ distribute?: true }>().distribute && bar.show,
    }),
  );
}
