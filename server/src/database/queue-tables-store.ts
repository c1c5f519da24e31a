/**
 * All access to tables that the queue library considers private. They may differ in other versions, so its version is pinned
 * in package.json. Before upgrading it, compare its migrations with this file.
 */
import type pg from 'pg';
import { statement } from './statement.js';

// The queue would mark a running job as failed permanently, and it would stay so if interrupted. Without its key, the job is
// left alone. A waiting job is locked, so that it does not start in the meantime.
export const releaseKeyOfRunningJob = statement(`
  with held as (select id, locked_at from graphile_worker._private_jobs where key = $1 for update)
  update graphile_worker._private_jobs jobs set key = null from held where jobs.id = held.id and held.locked_at is not null`);

/** The public view has no payload. */
export const jobsWithPayload = `
  graphile_worker.jobs join (select id, payload from graphile_worker._private_jobs) payloads on payloads.id = jobs.id`;

/** Which worker has locked a serial queue, and since when. */
export const lockedQueues = `
  (select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null) queues`;

/** A part of the queue in a backup. Jobs are saved as data and restored through the queue's own function. */
export interface QueuePart {
  /** Does not match any table name. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly copyOut: (options: { readonly withSandboxes?: boolean }) => string;
  /** Creates a place to load the rows into. */
  readonly prepare: string;
  readonly copyIn: string;
  /** Moves the loaded rows to their final place. */
  readonly settle: string;
}

// Sandboxes are usually not in a backup. A running job has already counted its attempt. Its worker is gone after a restore, so the attempt does not count.
const jobs: QueuePart = {
  name: 'queue/jobs',
  columns: [
    'task',
    'queue',
    'payload',
    'priority',
    'run_at',
    'attempts',
    'max_attempts',
    'last_error',
    'key',
  ],
  copyOut: ({ withSandboxes = false }) => `copy (
    select tasks.identifier, queues.queue_name, jobs.payload, jobs.priority, jobs.run_at,
      greatest(jobs.attempts - (jobs.locked_at is not null)::int, 0), jobs.max_attempts, jobs.last_error, jobs.key
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
    ${withSandboxes ? '' : `where tasks.identifier not in ('run-sandbox', 'drop-sandbox')`}
    order by jobs.id) to stdout`,
  prepare: `
    create temp table restored_jobs (task text, queue text, payload json, priority int, run_at timestamptz, attempts int,
      max_attempts int, last_error text, key text, id bigint) on commit drop;
    delete from graphile_worker._private_jobs where locked_at is null`,
  copyIn: `copy restored_jobs (task, queue, payload, priority, run_at, attempts, max_attempts, last_error, key) from stdin`,
  settle: `
    update restored_jobs set id = (graphile_worker.add_job(identifier => task, payload => payload, queue_name => queue,
      run_at => run_at, max_attempts => max_attempts, job_key => key, priority => priority)).id;
    update graphile_worker._private_jobs jobs set attempts = restored_jobs.attempts, last_error = restored_jobs.last_error
    from restored_jobs where jobs.id = restored_jobs.id`,
};

const schedule: QueuePart = {
  name: 'queue/schedule',
  columns: ['identifier', 'known_since', 'last_execution'],
  copyOut: () => `copy (
    select identifier, known_since, last_execution from graphile_worker._private_known_crontabs order by 1) to stdout`,
  prepare: 'delete from graphile_worker._private_known_crontabs',
  copyIn: 'copy graphile_worker._private_known_crontabs (identifier, known_since, last_execution) from stdin',
  settle: '',
};

/** Pending jobs, and the last run of each scheduled job. */
export const queueParts: readonly QueuePart[] = [jobs, schedule];

/** False until a version with a queue has migrated the database. */
export const hasQueue = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as has`,
  );
  return rows[0]?.has ?? false;
};
