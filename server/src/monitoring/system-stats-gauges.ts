import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../database/context.js';
import { countUnavailableNodes } from './count-unavailable-nodes.js';
import type { SystemStats } from './system-stats-store.js';
import { systemStatsReader } from './system-stats.js';

interface FigureGauge {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  /** By value of the label, if there is one. */
  readonly values: (figures: SystemStats) => Readonly<Record<string, number>>;
}

const gauges: readonly FigureGauge[] = [
  {
    name: 'regrove_jobs',
    help: 'Jobs in the queue; failed ones are not retried any more',
    label: 'state',
    values: ({ jobsWaiting, jobsRunning, jobsFailed }) => ({
      waiting: jobsWaiting,
      running: jobsRunning,
      failed: jobsFailed,
    }),
  },
  {
    name: 'regrove_jobs_late_seconds',
    help: 'How long the oldest due job has been waiting',
    values: ({ jobsLate }) => ({ '': jobsLate }),
  },
  {
    name: 'regrove_mails',
    help: 'Waiting and held mails, and those of the last 30 days that failed or may have failed',
    label: 'state',
    values: ({ mailsWaiting, mailsHeld, mailsFailed, mailsUnsure }) => ({
      waiting: mailsWaiting,
      held: mailsHeld,
      failed: mailsFailed,
      unsure: mailsUnsure,
    }),
  },
  {
    name: 'regrove_feeds',
    help: 'Active feeds by health',
    label: 'health',
    values: ({ feedsHealthy, feedsUnhealthy }) => ({ healthy: feedsHealthy, unhealthy: feedsUnhealthy }),
  },
  {
    name: 'regrove_accounts_set_aside',
    help: 'Accounts that could not be settled, once for each month',
    values: ({ accountsSetAside }) => ({ '': accountsSetAside }),
  },
  {
    name: 'regrove_webhooks_late_seconds',
    help: 'Age of the oldest event that should have been sent by now, apart from those to failing endpoints',
    values: ({ webhooksLate }) => ({ '': webhooksLate }),
  },
  {
    name: 'regrove_webhook_endpoints_disabled',
    help: 'Disabled webhook endpoints by reason',
    label: 'reason',
    values: ({ endpointsRequested, endpointsGone, endpointsFailing }) => ({
      requested: endpointsRequested,
      gone: endpointsGone,
      failing: endpointsFailing,
    }),
  },
];

/** Metrics from the database. If it is unavailable, only that is reported: old figures would look current. */
export function addSystemStatsGauges(registry: Registry, context: Context): void {
  const read = systemStatsReader(context);
  const unavailable = countUnavailableNodes(context.db);
  const shared = { registers: [registry] };
  for (const { name, help, label, values } of gauges) {
    new Gauge({
      ...shared,
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      // All processes of an installation read the same values.
      aggregator: 'max',
      async collect() {
        const figures = await read();
        this.reset();
        // After a reset, a gauge without labels is 0.
        if (label === undefined) this.remove();
        if (!figures) return;
        for (const [value, figure] of Object.entries(values(figures)))
          this.set(label === undefined ? {} : { [label]: value }, figure);
      },
    });
  }
  new Gauge({
    ...shared,
    name: 'regrove_database_nodes_away',
    help: 'Nodes of a distributed database that do not respond',
    aggregator: 'max',
    async collect() {
      this.remove();
      const count = await unavailable();
      if (count !== undefined) this.set(count);
    },
  });
  new Gauge({
    ...shared,
    name: 'regrove_up_database',
    help: '1 while the database responds',
    aggregator: 'min',
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
}
