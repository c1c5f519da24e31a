import type { Observer } from '../faults/observer.js';
import { until } from '../until.js';

/**
 * Lets the worker do once what its schedule has for a day, most of it hourly, and waits for it. The clock jumps over these times, and
 * nothing that was missed is made up for, except month-end.
 */
export async function runDailyJobs(observer: Observer): Promise<void> {
  await observer.query(
    `select graphile_worker.add_job(identifier, '{}'::json, job_key => 'day-' || identifier, max_attempts => 3)
     from graphile_worker._private_known_crontabs where identifier <> 'close-month'`,
  );
  await until(
    'the jobs of the day',
    () =>
      observer.query(`select task_identifier, attempts, last_error from graphile_worker.jobs
      where run_at <= now() and (attempts < max_attempts or locked_at is not null)`),
    (left) => left.length === 0,
  );
}
