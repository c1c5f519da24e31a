import type { Database, Transaction } from './database.js';
import { freeKeyOfRunning } from './queue-tables-store.js';
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

/** Puts a job into the queue together with what causes it. */
export async function enqueue(tx: Transaction, { task, payload, key, inSeconds }: NewJob): Promise<void> {
  if (key !== undefined) await tx.rows(freeKeyOfRunning, [key]);
  await tx.rows(add, [task.name, JSON.stringify(payload), task.attempts, key ?? null, inSeconds ?? 0]);
}

/** The same for a job that nothing else has to happen together with. */
export const enqueueAlone = (db: Database, job: NewJob): Promise<void> =>
  db.transaction((tx) => enqueue(tx, job));
