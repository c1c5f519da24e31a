import { defineConfig } from 'vitest/config';
import { LongestFirst } from './server/test/support/longest-first.js';

/**
 * What depends on shapes holds in every revision: every operation once (those that write in audit-entries), and the resources whose
 * shapes differ at length. These files run once in each.
 */
const shapeSuite = [
  'audit-entries',
  'bad-fields',
  'biomass-certificates',
  'biomass-offsets',
  'deposit-batch',
  'every-read',
  'favorites-and-projects',
  'idempotency-replays',
  'order-of-judgement',
  'quotes',
  'servers',
].map((name) => `server/test/**/${name}.test.ts`);

/** What is about days and months holds wherever the host stands: these run once more, in a zone of half hours. */
const dateSuite = [
  'billing',
  'deposits',
  'feed-readings-days',
  'lists',
  'month-end-close',
  'record-dates',
  'timestamps',
  'volume-and-counters',
].map((name) => `server/test/**/${name}.test.ts`);

/** Files that put something else in a module's place, and so need modules of their own. */
const withModulesOfTheirOwn = [
  'repository/table-ownership',
  'sources/network-policy',
  'sources/pinned-http',
].map((name) => `server/test/${name}.test.ts`);

/** What takes minutes: `npm run check:long` runs these, `npm test` does not. */
const longTests = 'server/test/long/*.test.ts';

export default defineConfig({
  test: {
    // These find a hang. How long anything takes depends on what else the machine does: a test that passes takes seconds here,
    // and minutes beside others.
    testTimeout: 480_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: 120_000 } },
    // Tests wait for processes, browsers and time-outs: twice the cores of a small machine keep these busy.
    maxWorkers: 4,
    // An order that was asked for is left alone.
    ...(process.env['REGROVE_TEST_SHUFFLED'] === undefined && { sequence: { sequencer: LongestFirst } }),
    // Nearly all tests speak to a server and a database of their own: loading the program anew for each file would take
    // longer than most files.
    isolate: false,
    reporters: ['minimal', './server/test/support/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: '1.6.6',
          globalSetup: 'server/test/support/database-server.ts',
          include: ['server/test/**/*.test.ts', 'sdk/test/**/*.test.ts'],
          exclude: [...withModulesOfTheirOwn, longTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          globalSetup: 'server/test/support/database-server.ts',
          include: withModulesOfTheirOwn,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          globalSetup: 'server/test/support/database-server.ts',
          include: [longTests],
          // Each measures how others are served meanwhile: one at a time.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: '1.6.3',
          globalSetup: 'server/test/support/database-server.ts',
          include: [...shapeSuite, ...dateSuite],
          // The older revision on a host that stands elsewhere: neither depends on the other, and one more project takes minutes.
          env: { TEST_REVISION: '1.6.3', TZ: 'America/St_Johns' },
        },
      },
    ],
  },
});
