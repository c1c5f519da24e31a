import type { Database } from './database.js';
import { statement } from './statement.js';

const add = statement(`
  select id from graphile_worker.add_job($1, payload => $2::json, max_attempts => $3, job_key => $4)`);

export interface NewJob {
  readonly task: { readonly name: string; readonly attempts: number };
  readonly payload: unknown;
  /** While one with this key waits, there is no second. Who enqueues it again waits for the first one's transaction. */
  readonly key?: string;
}

/** Call it in the transaction of what causes the job: both happen or neither. */
export async function enqueue(db: Database, { task, payload, key }: NewJob): Promise<void> {
  await db.rows(add, [task.name, JSON.stringify(payload), task.attempts, key ?? null]);
}
