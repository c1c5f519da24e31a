import { partitionTables, type PartitionedTable } from '../database/partitions/partition-tables.js';
import { systemClock } from '../platform/time/clock.js';
import type { Command } from './command.js';
import { onDatabase, type CliEnvironment } from './command-line.js';
import { pluralize } from './pluralize.js';
import { progressBar } from './progress-bar.js';
import { wholeNumber } from './option-parsers.js';

export function addPartitionCommand(program: Command, line: CliEnvironment): void {
  const bar = progressBar(line.draw, systemClock, 'tables');
  onDatabase(
    line,
    program
      .command('partition')
      .description('partition deposits and audit entries by month, while they are in use; safe to run again')
      .example('partition --months 12')
      .option('--months <number>', 'how many months to prepare', wholeNumber(1, 24), 12),
    async (pool, _config, { months }: { months: number }) => {
      const tables = await partitionTables(pool, { now: systemClock(), months, onStep: bar.print }).finally(
        bar.clear,
      );
      return { value: tables, text: tables.map(describe).join('\n') };
    },
  );
}

const describe = ({ table, changed, until, partitions, rowsAhead }: PartitionedTable): string =>
  `${table}: ${pluralize(partitions, 'partition')}, months until ${until}${changed ? '' : ' (nothing to do)'}` +
  (rowsAhead === undefined
    ? ''
    : `; a clock that was ahead created rows in ${rowsAhead}, so the first month is the one after`);
