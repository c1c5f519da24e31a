import type { Database } from './database.js';
import { statement } from './statement.js';

const add = statement(`
  select id from graphile_worker.add_job($1, payload => $2::json, max_attempts => $3, job_key => $4,
    run_at => now() + make_interval(secs => $5))`);

export interface NewJob {
  readonly task: { readonly name: string; readonly attempts: number };
  readonly payload: unknown;
  /** While one with this key waits, there is no second. Who enqueues it again waits for the first one's transaction. */
  readonly key?: string;
  readonly inSeconds?: number;
}

// The queue would mark one that runs as given up, which it then stays if it is broken off; without its key it is left
// alone. One that waits is held, so that it does not begin to run meanwhile.
const freeKey = statement(`
  with held as (select id, locked_at from graphile_worker._private_jobs where key = $1 for update)
  update graphile_worker._private_jobs jobs set key = null from held where jobs.id = held.id and held.locked_at is not null`);

/** Call it in the transaction of what causes the job: both happen or neither. */
export const enqueue = (db: Database, { task, payload, key, inSeconds }: NewJob): Promise<void> =>
  db.transaction(async (tx) => {
    if (key !== undefined) await tx.rows(freeKey, [key]);
    await tx.rows(add, [task.name, JSON.stringify(payload), task.attempts, key ?? null, inSeconds ?? 0]);
  });
