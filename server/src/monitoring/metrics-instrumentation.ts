import { Counter, type Registry } from 'prom-client';
import type { Instrumentation } from '../database/instrumentation.js';
import { DurationHistogram, type HistogramSeries } from './duration-histogram.js';

interface Outcomes {
  readonly done: HistogramSeries;
  readonly failed: HistogramSeries;
}

/** Times statements and jobs, and counts webhooks. */
export function createMetricsInstrumentation(registry: Registry): Instrumentation {
  const statements = new DurationHistogram(registry, {
    name: 'regrove_database_statement_duration_seconds',
    help: 'Duration of SQL statements, including the wait for a connection',
    bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  });
  const jobs = new DurationHistogram(registry, {
    name: 'regrove_job_duration_seconds',
    help: 'Duration of job runs in this process',
    bounds: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600],
  });
  const webhooks = new Counter({
    name: 'regrove_webhook_attempts_total',
    help: 'Attempts to deliver an event, by what came of them',
    labelNames: ['result'],
    registers: [registry],
  });
  // Alerts compare with it from the beginning.
  webhooks.inc({ result: 'succeeded' }, 0);
  const reading = statements.add({ kind: 'read' });
  const writing = statements.add({ kind: 'write' });
  const byTask = new Map<string, Outcomes>();
  const outcomesOf = (task: string): Outcomes => {
    const outcomes = byTask.get(task) ?? {
      done: jobs.add({ task, outcome: 'done' }),
      failed: jobs.add({ task, outcome: 'failed' }),
    };
    byTask.set(task, outcomes);
    return outcomes;
  };
  return {
    async statement({ operation }, run) {
      const begun = performance.now();
      try {
        return await run();
      } finally {
        (operation === 'select' ? reading : writing).observe(secondsSince(begun));
      }
    },
    async job(task, run) {
      const { done, failed } = outcomesOf(task);
      const begun = performance.now();
      try {
        const result = await run();
        done.observe(secondsSince(begun));
        return result;
      } catch (error) {
        failed.observe(secondsSince(begun));
        throw error;
      }
    },
    webhook(result) {
      webhooks.inc({ result });
    },
  };
}

const secondsSince = (begun: number): number => (performance.now() - begun) / 1_000;
