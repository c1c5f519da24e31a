import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// The time of an account is that of `context.clock`: in a sandbox it is another one than that of the machine. What asks the machine, or
// the database, is right in live accounts and wrong in sandboxes.

const root = fileURLToPath(new URL('../../src/', import.meta.url));
const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Uses of the time of the machine, which follow real time in sandboxes, too. */
const exceptions: Readonly<Record<string, string>> = {
  'platform/time/clock.ts': 'declares the clock of the machine',
  'platform/ids.ts': 'ids are in the order of their creation, whatever time it is in a sandbox',
  'database/instance.ts': 'where the clock of live accounts comes from',
  'database/job-store.ts': 'the live job queue',
  'jobs/queue-store.ts': 'the live job queue',
  'monitoring/system-stats-store.ts': 'how late the live job queue is',
  'database/concurrent-index.ts': 'when a migration was applied',
  'cli/partition.ts':
    'of the installation: months to prepare partitions for, and the speed of a progress bar',
  'cli/forward-event.ts': 'on the machine of a developer, without an installation',
  'cli/backup.ts': 'of the installation: when the backup was taken',
  'cli/upgrade-database.ts': 'of the installation: when it was upgraded, and the speed of a progress bar',
  'cli/migrate.ts': 'the speed of a progress bar',
};

const uses = [
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bsystemClock\b/,
  // Of SQL. `performance.now()` measures how long something takes.
  /(?<!performance\.|get #)\bnow\(\)/,
  /\b(current_date|current_timestamp|current_time|localtimestamp|localtime)\b/i,
  /\b(clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\(/i,
];

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));

/** Comments may speak of them. */
const codeOf = (file: string): string =>
  readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)(\/\/|--).*$/gm, '');

const usesTime = (file: string): boolean => uses.some((use) => use.test(codeOf(file)));

it('Every time in the server comes from the clock of the context, but for named exceptions', () => {
  const found = filesIn(root, '.ts').filter((name) => usesTime(root + name));
  expect(found.sort()).toEqual(Object.keys(exceptions).sort());
});

it('No column or trigger takes its time from the database', () => {
  expect(filesIn(migrations, '.sql').filter((name) => usesTime(migrations + name))).toEqual([]);
});
