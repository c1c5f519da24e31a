import type { Database, Transaction } from './database.js';
import type { NewJob } from './new-job.js';
import { statement } from './statement.js';

const add = statement(`
  insert into sandbox_jobs (task, payload, key, run_at, max_attempts)
  select $1, $2::jsonb, $3, coalesce($4, now) + make_interval(secs => $5), $6 from sandbox_clock
  on conflict (key) do update set payload = excluded.payload, run_at = excluded.run_at, attempts = 0`);

/** Adds a job to the queue of a sandbox, by the time of its clock or at a given time. */
export async function insertSandboxJob(
  tx: Transaction,
  { task, payload, key, inSeconds }: NewJob,
  at?: Date,
): Promise<void> {
  const values = [JSON.stringify(payload), key ?? null, at ?? null, inSeconds ?? 0, task.attempts];
  await tx.rows(add, [task.name, ...values]);
}

export interface SandboxJob {
  readonly id: number;
  readonly task: string;
  readonly payload: unknown;
  readonly runAt: Date;
  readonly attempts: number;
  readonly maxAttempts: number;
}

// Without its key, so that the job can add its successor under the same one.
const take = statement<SandboxJob>(`
  update sandbox_jobs set key = null where id = (
    select id from sandbox_jobs, sandbox_clock where run_at <= now and attempts < max_attempts order by run_at, id limit 1)
  returning id, task, payload, run_at, attempts, max_attempts`);

/** The first due job. It stays in the queue until it is deleted, so a run that is interrupted is repeated. */
export const takeDueJob = (db: Database): Promise<SandboxJob | undefined> => db.first(take);

const remove = statement('delete from sandbox_jobs where id = $1');

export async function deleteSandboxJob(db: Database, { id }: SandboxJob): Promise<void> {
  await db.rows(remove, [id]);
}

const fail = statement(`
  update sandbox_jobs set attempts = attempts + 1, last_error = $2,
    run_at = now + make_interval(secs => exp(least(attempts + 1, 10)))
  from sandbox_clock where id = $1`);

/** Retried later, by the sandbox's clock, with the delays of the live queue. */
export async function setSandboxJobFailed(db: Database, { id }: SandboxJob, error: string): Promise<void> {
  await db.rows(fail, [id, error]);
}

const selectNext = statement<{ runAt: Date }>(
  "select date_trunc('milliseconds', run_at + interval '999 microseconds') as run_at from sandbox_jobs where attempts < max_attempts order by sandbox_jobs.run_at limit 1",
);

/** In whole milliseconds, as the clock moves: just before a fraction of one, the job would never be due. */
export const nextRunOfSandboxJobs = async (db: Database): Promise<Date | undefined> =>
  (await db.first(selectNext))?.runAt;
