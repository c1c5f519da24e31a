import type { Database, Transaction } from '../database/database.js';
import { heldQueues, jobsWithPayload } from '../database/queue-tables-store.js';
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

/** What tells jobs of one kind apart; the queue's own notes do not. */
export function aboutOf({ payload }: QueuedJob): string | null {
  const { _cron: scheduled, ...about } = payload as { _cron?: { ts: string } };
  const facts = Object.values(about).map(String);
  return [...facts, ...(scheduled ? [scheduled.ts.slice(0, 16)] : [])].join(' ') || null;
}

/** More than anybody reads; whoever lists them says when there are more. */
export const maxJobsListed = 1_000;

const selection = (condition: string): string => `
  select jobs.id, task_identifier as task, payload,
    case when jobs.locked_at is not null then 'running' when jobs.attempts >= jobs.max_attempts then 'failed'
      else 'waiting' end as state,
    jobs.run_at, jobs.attempts, jobs.max_attempts, jobs.last_error
  from ${jobsWithPayload}
  where ${condition} order by jobs.run_at, jobs.id limit ${maxJobsListed}`;

const selectAll = statement<QueuedJob>(selection('true'));

/** What waits, what runs, and what was given up. */
export const listJobs = (db: Database): Promise<QueuedJob[]> => db.rows(selectAll);

const isFailed = 'jobs.attempts >= jobs.max_attempts and jobs.locked_at is null';
const selectOpen = statement<QueuedJob>(selection(`not (${isFailed})`));
const selectFailed = statement<QueuedJob>(selection(isFailed));

/** What waits and what runs: however much was given up, it is not crowded out. */
export const listOpenJobs = (db: Database): Promise<QueuedJob[]> => db.rows(selectOpen);

/** Jobs that were given up: they wait for the operator. */
export const listFailedJobs = (db: Database): Promise<QueuedJob[]> => db.rows(selectFailed);

export interface JobCounts {
  readonly open: number;
  readonly failed: number;
}

const selectCounts = statement<JobCounts>(`
  select count(*) filter (where not (${isFailed})) as open, count(*) filter (where ${isFailed}) as failed
  from graphile_worker.jobs`);

/** How many there are, also where not all of them are listed. */
export const countJobs = async (db: Database): Promise<JobCounts> =>
  (await db.first(selectCounts)) ?? { open: 0, failed: 0 };

const selectOfTasks = statement<QueuedJob>(selection('task_identifier = any($1::text[])'));

/** The same of certain tasks, whatever became of them. */
export const listJobsOf = (db: Database, tasks: readonly string[]): Promise<QueuedJob[]> =>
  db.rows(selectOfTasks, [tasks]);

const reschedule = statement<{ id: number }>(`
  select id from graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), attempts => 0)`);

/** Says which of them it has put back. */
export const retryJobs = async (db: Transaction, ids: readonly number[]): Promise<number[]> =>
  (await db.rows(reschedule, [ids])).map(({ id }) => id);

const complete = statement<{ id: number }>('select id from graphile_worker.complete_jobs($1::bigint[])');

/** Says which of them it has taken out. */
export const discardJobs = async (db: Transaction, ids: readonly number[]): Promise<number[]> =>
  (await db.rows(complete, [ids])).map(({ id }) => id);

const forget = statement(`
  select id from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = $1 and attempts >= max_attempts and locked_at is null))`);

/** For work that comes round: a later run that went well makes up for those that were given up. */
export async function forgetFailures(db: Database, task: string): Promise<void> {
  await db.rows(forget, [task]);
}

// A lock of the database's own tells who lives: it ends with the connection of the process that holds it.
const lockOf = (worker: string): string => `hashtextextended(${worker}, 0)`;

/** A session that holds this lock says: the worker with this id is alive. */
export const holdWorkerLock = `select pg_advisory_lock(${lockOf('$1')})`;

export const letWorkerLockGo = `select pg_advisory_unlock(${lockOf('$1')})`;

// The queue itself would keep the jobs of a dead worker locked for hours.
const release = statement(`
  select graphile_worker.force_unlock_workers(array(
    select worker from (
      select locked_by as worker from graphile_worker.jobs where locked_at < now() - interval '3 seconds'
      union
      select locked_by from ${heldQueues} where locked_at < now() - interval '3 seconds'
    ) held where pg_try_advisory_xact_lock(${lockOf('worker')})))`);

/** Gives jobs of workers that are gone back to the queue. */
export async function unlockDeadWorkers(db: Database): Promise<void> {
  await db.rows(release);
}
