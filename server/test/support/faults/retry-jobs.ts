/**
 * Runs failed jobs again at once, as `jobs retry` does, and what is due later: their backoff would take too long, and where
 * processes are killed every few seconds, attempts run out that would last for hours.
 */
export const retryJobs = `
  update graphile_worker._private_jobs set run_at = now(), attempts = 0
  where locked_at is null and (run_at > now() or attempts > 0)`;

/** The whole queue, with what explains why something is left in it. */
export const listJobs = `
  select task_identifier as task, attempts, max_attempts, last_error, run_at, locked_by from graphile_worker.jobs`;
