import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { defaultRevision, revisionNames } from './server/src/wire/revisions/index.js';
import { builtModules, builtSources } from './server/test/support/built-sources.js';
import { findCitus } from './server/test/support/citus-cluster.mjs';
import { LongestFirst } from './server/test/support/longest-first.js';
import {
  browserTests,
  citusTests,
  dateSuite,
  distributedSuite,
  longTests,
  operationSuite,
  shapeSuite,
  systemTests,
} from './server/test/support/test-groups.js';

// The setup below imports the server, which imports the first two, and servers show the guide: in a new checkout they are built first.
const builder = fileURLToPath(new URL('server/build/cli.js', import.meta.url));
execFileSync(process.execPath, [builder, 'printers', 'verify', 'guide'], {
  stdio: ['ignore', 'inherit', 'pipe'],
});

const hasCitus = (await findCitus()) !== undefined;
const runsAllOnCitus = process.env['REGROVE_TEST_CITUS'] === '1';
if (runsAllOnCitus && !hasCitus) throw new Error('REGROVE_TEST_CITUS is set, but Citus is not installed');

const otherRevisions = revisionNames.filter((name) => name !== defaultRevision);

/** The settings of every project. They do not extend those below, because the setup runs once for all of them. */
const common = {
  server: { deps: { external: [builtModules] } },
  // Only to detect a hang: a test that takes seconds alone may take minutes on a busy machine.
  testTimeout: 480_000,
  hookTimeout: 480_000,
  expect: { poll: { timeout: 120_000 } },
  // Some tests wait for processes, browsers and timeouts, so there is one more than cores. With two more, files slow each other
  // down by more than they gain.
  maxWorkers: Math.min(availableParallelism() + 1, 8),
  // Almost every file starts its own server and database. Loading all modules again for each file would take longer than most
  // files do.
  isolate: false,
};

export default defineConfig({
  test: {
    globalSetup: 'server/test/support/database-server.ts',
    maxWorkers: common.maxWorkers,
    // Unless a shuffled order was requested.
    ...(process.env['REGROVE_TEST_SHUFFLED'] === undefined && { sequence: { sequencer: LongestFirst } }),
    reporters: ['minimal', './server/test/support/summary-reporter.ts'],
    projects: [
      {
        plugins: [builtSources],
        test: {
          ...common,
          name: defaultRevision,
          include: ['server/test/**/*.test.ts', '{agent,sdk,verify}/test/**/*.test.ts'],
          exclude: [...systemTests, ...browserTests, longTests, ...(hasCitus ? [citusTests] : [])],
        },
      },
      {
        plugins: [builtSources],
        test: {
          ...common,
          name: 'long-system',
          include: systemTests,
        },
      },
      {
        plugins: [builtSources],
        test: {
          ...common,
          name: 'long-browser',
          include: browserTests,
        },
      },
      {
        plugins: [builtSources],
        test: {
          ...common,
          name: 'long',
          include: [longTests],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      ...(hasCitus
        ? [
            {
              plugins: [builtSources],
              test: {
                ...common,
                name: 'citus',
                include: runsAllOnCitus ? [citusTests, ...distributedSuite] : [citusTests],
                globalSetup: 'server/test/support/citus-server.ts',
                env: { TEST_LAYOUT: 'distributed' },
              },
            },
          ]
        : []),
      ...otherRevisions.map((name, index) => ({
        plugins: [builtSources],
        test: {
          ...common,
          name,
          include: [
            ...operationSuite,
            ...(index === otherRevisions.length - 1 ? shapeSuite : []),
            ...(index === 0 ? dateSuite : []),
          ],
          // The revision and the other time zone are independent of each other. Separate projects would take minutes longer.
          env: { TEST_REVISION: name, TZ: 'America/St_Johns' },
        },
      })),
    ],
  },
});
