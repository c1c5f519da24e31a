import type { Observer } from '../faults/observer.js';
import { until } from '../until.js';

/**
 * What the schedule runs in the course of a day, most of it hourly. The clock jumps over these times, and nothing that was missed is
 * made up for, except month-end.
 */
const daily = [
  'collect-feeds',
  'check-feeds',
  'fulfil-carbon',
  'cover-trees',
  'retry-settlements',
  'refresh-standings',
  'send-mail',
  'purge-requests',
  'purge-sessions',
  'purge-mail',
  'purge-events',
  'purge-sandboxes',
];

/** Lets the worker do what it does in a day, and waits for it. */
export async function runDailyJobs(observer: Observer): Promise<void> {
  await observer.query(
    `select graphile_worker.add_job(name, '{}'::json, job_key => 'day-' || name, max_attempts => 3)
     from unnest($1::text[]) name`,
    [daily],
  );
  await until(
    'the jobs of the day',
    () =>
      observer.query(`select task_identifier, attempts, last_error from graphile_worker.jobs
      where run_at <= now() and (attempts < max_attempts or locked_at is not null)`),
    (left) => left.length === 0,
  );
}
