import type { Database, Transaction } from './database.js';
import { releaseKeyOfRunningJob } from './queue-tables-store.js';
import { insertSandboxJob } from './sandbox-job-store.js';
import { idOfSchema } from './sandbox-schema.js';
import { statement } from './statement.js';

const add = statement(`
  select id from graphile_worker.add_job($1, payload => $2::json, max_attempts => $3, job_key => $4,
    run_at => now() + make_interval(secs => $5))`);

export interface NewJob {
  readonly task: { readonly name: string; readonly attempts: number };
  readonly payload: unknown;
  /** Only one job with this key waits at a time. Enqueuing it again waits for the transaction of the first. */
  readonly key?: string;
  readonly inSeconds?: number;
}

// Changes nothing. Citus does not know the tables of the queue: without this, a transaction that also writes on one node
// would commit there first, and a crash of the coordinator at this moment would lose the job.
const forceTwoPhaseCommit = statement('update invoice_numbers set last = last where not single');

/** Adds a job to the queue in the transaction that causes it; in a sandbox, to the queue of the sandbox. */
export async function enqueue(tx: Transaction, job: NewJob): Promise<void> {
  if (tx.schema === undefined) return addToQueue(tx, job);
  await insertSandboxJob(tx, job);
  await wakeSandbox(tx, idOfSchema(tx.schema));
}

/** The job of the live queue that runs what is due in a sandbox. */
export const runSandboxJob = { name: 'run-sandbox', attempts: 16 } as const;

/** Lets a worker run what is due in the sandbox, once the transaction is committed. */
export const wakeSandbox = (tx: Transaction, id: string): Promise<void> =>
  addToQueue(tx, { task: runSandboxJob, payload: { id }, key: `run-sandbox-${id}` });

async function addToQueue(tx: Transaction, { task, payload, key, inSeconds }: NewJob): Promise<void> {
  if (key !== undefined) await tx.rows(releaseKeyOfRunningJob, [key]);
  if (tx.layout === 'distributed') await tx.rows(forceTwoPhaseCommit);
  await tx.rows(add, [task.name, JSON.stringify(payload), task.attempts, key ?? null, inSeconds ?? 0]);
}

/** The same in a transaction of its own. */
export const enqueueAlone = (db: Database, job: NewJob): Promise<void> =>
  db.transaction((tx) => enqueue(tx, job));
