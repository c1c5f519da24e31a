/** Every operation once: writes in audit-entries, reads in read-shapes. They run in every revision. */
export const operationSuite = ['people/audit-entries', 'api/read-shapes'].map(
  (name) => `server/test/${name}.test.ts`,
);

/** In detail, the resources whose shapes differ between revisions. They also run in the oldest, which differs most. */
export const shapeSuite = [
  'bad-fields',
  'biomass-certificates',
  'biomass-offsets',
  'deposit-batch',
  'favorites-and-projects',
  'idempotency-replays',
  'order-of-checks',
  'quotes',
  'servers',
].map((name) => `server/test/**/${name}.test.ts`);

/** Tests of days and months, run again in a time zone with a half-hour offset. */
export const dateSuite = [
  'billing',
  'deposits',
  'feed-readings-days',
  'lists',
  'month-end-close',
  'record-dates',
  'timestamps',
  'volume-and-counters',
].map((name) => `server/test/**/${name}.test.ts`);

/** Tests of a distributed database. Skipped by name where Citus is not installed. */
export const citusTests = 'server/test/citus/*.test.ts';

/** Tests that also run on a distributed database if requested, because they take as long again. */
export const distributedSuite = ['api', 'carbon', 'closing', 'feeds', 'plantings'].map(
  (folder) => `server/test/${folder}/*.test.ts`,
);

/*
 * What takes longest, in three groups that `npm run check:long` runs, in full and in short, and `npm test` does not: they take more than
 * half of the time of all tests, and few changes concern them.
 */

/** They take minutes each, or measure response times, so they run one at a time. */
export const longTests = '{agent,server}/test/long/*.test.ts';

/** Of whole installations, which build, install, start or kill many processes, of timeouts, large amounts, and everything with everything. */
export const systemTests = [
  ...[
    'api/access-matrix',
    'api/generated-clients',
    'api/job-import-large',
    'cli/cli',
    'cli/cli-completion',
    'cli/cli-hints',
    'cli/cli-imports',
    'cli/cli-installation',
    'cli/cli-mcp',
    'cli/cli-secrets*',
    'cli/cli-webhooks-listen',
    'closing/billing-races',
    'closing/billing-sums',
    'database/database-down',
    'database/database-frozen',
    'database/database-hosts',
    'database/embedded-postgres*',
    'database/failover',
    'database/database-time-limits',
    'database/migrate-under-load',
    'database/partitions-interrupted',
    'database/pgbouncer',
    'database/read-replica',
    'database/resource-exhaustion',
    'feeds/agent-places-large',
    'feeds/device-places-random',
    'feeds/feed-collecting-command',
    'feeds/feed-simulation',
    'feeds/feeds-silence',
    'http/app-exports-large',
    'http/connection-time-limits',
    'installation/backup',
    'installation/backup-embedded',
    'installation/demo',
    'installation/upgrade*',
    'jobs/jobs-outage',
    'log/alterations',
    'log/large-log',
    'log/log-audit',
    'log/log-keys',
    'log/restored-log',
    'monitoring/health',
    'monitoring/traces',
    'pages/collection-runners',
    'pages/pdf-bounds',
    'pages/project-pages-large',
    'pages/reference-revisions',
    'people/claims-rendered',
    'people/mail-limits',
    'people/mail-sending',
    'platform/generated-pictures',
    'platform/tlog-tiles',
    'platform/worker-threads',
    'reports/annual-report-snapshot',
    'repository/build*',
    'repository/deploy-*',
    'repository/docs-samples',
    'sandboxes/marks-documents',
    'sandboxes/sandbox-advance',
    'sandboxes/sandbox-devices',
    'sandboxes/sandbox-isolation',
    'sandboxes/sandbox-limits',
    'serving/restart-under-load',
    'serving/serve*',
    'sources/pinned-http-hostile',
    'sources/pinned-http-retry',
    'sources/source-snmp-slow',
    'webhooks/hostile-receivers',
  ].map((name) => `server/test/${name}.test.ts`),
  'agent/test/{broken-files,credentials,executable,ownership,program,refusals,scan,sending,with-server}.test.ts',
  '{sdk,verify}/test/package.test.ts',
  'verify/test/{audit,audit-memory,go,merkle,printed-name}.test.ts',
];

/** Of the dashboard and of pages with scripts, in a browser; one of them is in `npm test`, which would notice if nothing worked. */
export const browserTests = [
  'server/test/dashboard/!(dashboard-prices|dashboard-screens|dashboard-serving|dashboard-size).test.ts',
  'server/test/**/*-browser.test.ts',
  'server/test/log/log-verify-page.test.ts',
  'server/test/pages/widget.test.ts',
  'verify/test/browser.test.ts',
];
