import type { Database, Transaction } from './database.js';
import type { NewJob } from './new-job.js';
import { releaseKeyOfRunningJob } from './queue-tables-store.js';
import { insertSandboxJob } from './sandbox-job-store.js';
import { idOfSchema } from './sandbox-schema-name.js';
import { statement } from './statement.js';

const add = statement(`
  select id from graphile_worker.add_job($1, payload => $2::json, max_attempts => $3, job_key => $4,
    run_at => now() + make_interval(secs => $5), queue_name => $6)`);

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

/** Two workers must not advance the same sandbox. Few queues for all sandboxes, because the library never deletes one. */
export const queueOfSandbox = (id: string): string => `sandbox-${id.slice(-1)}`;

/** Lets a worker run what is due in the sandbox, once the transaction is committed. */
export const wakeSandbox = (tx: Transaction, id: string): Promise<void> =>
  addToQueue(tx, {
    task: runSandboxJob,
    payload: { id },
    key: keyOfSandbox(id),
    queue: queueOfSandbox(id),
  });

const keyOfSandbox = (id: string): string => `run-sandbox-${id}`;

const selectOthers = statement<{ wait: boolean }>(`
  select exists (
    select from graphile_worker.jobs
    where task_identifier = any($1::text[]) and key is distinct from $2 and locked_at is null and run_at <= now()
      and attempts < max_attempts) as wait`);

/** Whether jobs of these tasks wait for a worker, other than those that wake this sandbox. */
export const hasOtherDueJobs = async (db: Database, tasks: readonly string[], id: string): Promise<boolean> =>
  (await db.first(selectOthers, [tasks, keyOfSandbox(id)]))?.wait ?? false;

const selectWaiting = statement<{ id: string }>(`
  select substr(key, length($2) + 1) as id from graphile_worker.jobs
  where task_identifier = $1 and starts_with(key, $2) and locked_at is null and run_at <= now() and attempts < max_attempts`);

/** The sandboxes that wait for a worker. */
export const waitingSandboxes = async (db: Database): Promise<string[]> =>
  (await db.rows(selectWaiting, [runSandboxJob.name, keyOfSandbox('')])).map(({ id }) => id);

const putFirst = statement(`
  select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), run_at => '2000-01-01Z')`);

/** Lets another sandbox, which waits, go before this one and all others. */
export async function yieldToSandbox(tx: Transaction, id: string, next: string): Promise<void> {
  await tx.rows(putFirst, [keyOfSandbox(next)]);
  await wakeSandbox(tx, id);
}

async function addToQueue(tx: Transaction, { task, payload, key, inSeconds, queue }: NewJob): Promise<void> {
  if (key !== undefined) await tx.rows(releaseKeyOfRunningJob, [key]);
  if (tx.layout === 'distributed') await tx.rows(forceTwoPhaseCommit);
  const values = [JSON.stringify(payload), task.attempts, key ?? null, inSeconds ?? 0, queue ?? null];
  await tx.rows(add, [task.name, ...values]);
}

/** The same in a transaction of its own. */
export const enqueueInOwnTransaction = (db: Database, job: NewJob): Promise<void> =>
  db.transaction((tx) => enqueue(tx, job));
