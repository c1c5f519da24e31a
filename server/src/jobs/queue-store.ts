import type { Database, Transaction } from '../database/database.js';
import { lockedQueues, jobsWithPayload } from '../database/queue-tables-store.js';
import { statement } from '../database/statement.js';

export interface QueuedJob {
  readonly id: number;
  readonly task: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly state: 'waiting' | 'running' | 'failed';
  readonly runAt: Date;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
}

/** Distinguishes jobs of the same task; leaves out the queue's own fields. */
export function describeJob({ payload }: QueuedJob): string | null {
  const { _cron: scheduled, ...about } = payload as { _cron?: { ts: string } };
  const facts = Object.values(about).map(String);
  return [...facts, ...(scheduled ? [scheduled.ts.slice(0, 16)] : [])].join(' ') || null;
}

/** More than is readable; callers indicate when there are more. */
export const maxJobsListed = 1_000;

const jobsThat = (condition: string): string => `
  select jobs.id, task_identifier as task, payload,
    case when jobs.locked_at is not null then 'running' when jobs.attempts >= jobs.max_attempts then 'failed'
      else 'waiting' end as state,
    jobs.run_at, jobs.attempts, jobs.max_attempts, jobs.last_error
  from ${jobsWithPayload}
  where ${condition}`;

const selection = (condition: string): string =>
  `${jobsThat(condition)} order by jobs.run_at, jobs.id limit ${maxJobsListed}`;

const selectAll = statement<QueuedJob>(selection('true'));

/** Waiting, running and failed jobs. */
export const listJobs = (db: Database): Promise<QueuedJob[]> => db.rows(selectAll);

const isFailed = 'jobs.attempts >= jobs.max_attempts and jobs.locked_at is null';
const selectOpen = statement<QueuedJob>(selection(`not (${isFailed})`));
const selectFailed = statement<QueuedJob>(selection(isFailed));

/** Waiting and running jobs. Failed ones do not count against the limit. */
export const listOpenJobs = (db: Database): Promise<QueuedJob[]> => db.rows(selectOpen);

/** Jobs without attempts left: the operator has to decide. */
export const listFailedJobs = (db: Database): Promise<QueuedJob[]> => db.rows(selectFailed);

const pageThat = (condition: string): string =>
  `${jobsThat(`${condition} and jobs.id > $1`)} order by jobs.id limit $2`;
const selectPageOfOpen = statement<QueuedJob>(pageThat(`not (${isFailed})`));
const selectPageOfFailed = statement<QueuedJob>(pageThat(isFailed));

/** In the order they were enqueued, however many there are: that is what the queue has an index for. */
export const pageOfJobs = (
  db: Database,
  state: keyof JobCounts,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<QueuedJob[]> =>
  db.rows(state === 'failed' ? selectPageOfFailed : selectPageOfOpen, [after, limit]);

export interface JobCounts {
  readonly open: number;
  readonly failed: number;
}

const selectCounts = statement<JobCounts>(`
  select count(*) filter (where not (${isFailed})) as open, count(*) filter (where ${isFailed}) as failed
  from graphile_worker.jobs`);

/** The totals, even if not all jobs are listed. */
export const countJobs = async (db: Database): Promise<JobCounts> =>
  (await db.first(selectCounts)) ?? { open: 0, failed: 0 };

const selectOfTasks = statement<QueuedJob>(selection('task_identifier = any($1::text[])'));

/** All jobs of these tasks, in any state. */
export const listJobsOf = (db: Database, tasks: readonly string[]): Promise<QueuedJob[]> =>
  db.rows(selectOfTasks, [tasks]);

const reschedule = statement<{ id: number }>(`
  select id from graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)`);

/** Returns the ids that were rescheduled. */
export const retryJobs = async (db: Transaction, ids: readonly number[]): Promise<number[]> =>
  (await db.rows(reschedule, [ids])).map(({ id }) => id);

const complete = statement<{ id: number }>('select id from graphile_worker.complete_jobs($1::bigint[])');

/** Returns the ids that were removed. */
export const discardJobs = async (db: Transaction, ids: readonly number[]): Promise<number[]> =>
  (await db.rows(complete, [ids])).map(({ id }) => id);

const forget = statement(`
  select id from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = $1 and attempts >= max_attempts and locked_at is null))`);

/** For periodic tasks: a later successful run makes up for failed ones. */
export async function deleteFailedRuns(db: Database, task: string): Promise<void> {
  await db.rows(forget, [task]);
}

// An advisory lock shows that a worker is alive: it ends with the connection of its process.
const lockOf = (worker: string): string => `hashtextextended(${worker}, 0)`;

/** While a session holds this lock, the worker with this id is alive. */
export const acquireWorkerLock = `select pg_advisory_lock(${lockOf('$1')})`;

export const releaseWorkerLock = `select pg_advisory_unlock(${lockOf('$1')})`;

// The queue itself would keep the jobs of a dead worker locked for hours.
const release = statement(`
  select graphile_worker.force_unlock_workers(array(
    select worker from (
      select locked_by as worker from graphile_worker.jobs where locked_at < now() - interval '3 seconds'
      union
      select locked_by from ${lockedQueues} where locked_at < now() - interval '3 seconds'
    ) held where pg_try_advisory_xact_lock(${lockOf('worker')})))`);

/** Returns the jobs of dead workers to the queue. */
export async function unlockDeadWorkers(db: Database): Promise<void> {
  await db.rows(release);
}
