import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, run, type CronItem, type WorkerEvents } from 'graphile-worker';
import type { Log } from '../platform/log.js';
import type { Instance } from '../database/instance.js';
import { waitForPreparedBeforeJob } from '../database/prepared-transaction-store.js';
import { deleteFailedRuns } from './queue-store.js';
import type { Task } from './task.js';
import { queryAfterRecovery } from './query-after-recovery.js';
import { releaseOnce } from './release-once.js';
import type { WorkerLocks } from './worker-locks.js';
import { dayMs } from '../platform/time/durations.js';

interface Lane {
  readonly tasks: readonly Task[];
  readonly concurrency: number;
}

const restartMs = 1_000;
/** Time for a runner that is ending to finish its database queries. */
const graceMs = 5_000;
/** A schedule that is later than this did not just have a busy process: the clock was set, or the machine was suspended. */
const jumpMs = 10 * 60_000;

/** Runs jobs of these tasks until told to stop; lets the running ones finish. */
export async function runLane(
  instance: Pick<Instance, 'context' | 'pool' | 'instrumentation'>,
  lane: Lane,
  locks: WorkerLocks,
  stopping: AbortSignal,
): Promise<void> {
  const { log } = instance.context;
  while (!stopping.aborted) {
    try {
      await runOnce(instance, lane, locks, stopping);
    } catch (error) {
      log.error({ err: error }, 'the job queue stopped; restarting it');
    }
    await pause(restartMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/**
 * Runs until told to stop, or until the runner fails to get a job from the database or to report its result. Jobs that
 * it left locked return to the queue, because its worker locks are released.
 */
async function runOnce(
  instance: Pick<Instance, 'context' | 'pool' | 'instrumentation'>,
  { tasks, concurrency }: Lane,
  locks: WorkerLocks,
  stopping: AbortSignal,
): Promise<void> {
  const { log } = instance.context;
  const running = new Set<Promise<void>>();
  const workers: string[] = [];
  const lost = new AbortController();
  const ending = new AbortController();
  const over = new AbortController();
  const events = eventsTo(log);
  events.on('pool:create', ({ workerPool }) => {
    workers.push(workerPool.id);
    locks.add(workerPool.id);
  });
  // A runner that failed to look up its tasks never recovers. Deferred, because it is in the middle of its own work.
  events.on('worker:getJob:error', ({ error }) => {
    setImmediate(() => {
      lost.abort(error);
    });
  });
  // It would go through all minutes in between, and queue a job for each of 1,440 that a day has. Started again, it makes up for what
  // each task allows.
  const jumped = new AbortController();
  events.on('cron:overdueTimer', ({ currentTimestamp, expectedTimestamp }) => {
    if (currentTimestamp - expectedTimestamp > jumpMs) jumped.abort();
  });
  events.on('pool:gracefulShutdown', () => {
    ending.abort();
  });
  const tracked =
    (task: Task) =>
    async (payload: unknown): Promise<void> => {
      const work = workOf(instance, task, payload, stopping);
      running.add(work);
      await work.finally(() => running.delete(work));
    };
  try {
    const runner = await run({
      pgPool: queryAfterRecovery(releaseOnce(instance.pool.driver), stopping),
      concurrency,
      noHandleSignals: true,
      logger: loggerTo(log),
      events,
      taskList: Object.fromEntries(tasks.map((task) => [task.name, tracked(task)])),
      parsedCronItems: parseCronItems(tasks.flatMap(cronItemOf)),
      preset,
    });
    const stop = (): void => void runner.stop().catch(() => undefined);
    const stopSignal = AbortSignal.any([stopping, lost.signal, jumped.signal]);
    if (stopSignal.aborted) stop();
    else stopSignal.addEventListener('abort', stop, { once: true });
    const ended = runner.promise.finally(() => {
      stopSignal.removeEventListener('abort', stop);
      over.abort();
    });
    await Promise.race([ended, lastWords(ending.signal, running, over.signal)]);
    if (!stopping.aborted) lost.signal.throwIfAborted();
  } finally {
    over.abort();
    await Promise.allSettled(running);
    for (const worker of workers) locks.drop(worker);
  }
}

// Without batching, the queue does not handle a failure to report a result, and the error would end the process. With
// batching, even with a delay of 0, it handles the error and stops the runner.
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/**
 * Settles some time after a runner started to stop and its last job ended: it may be waiting for an unavailable
 * database.
 */
async function lastWords(
  ending: AbortSignal,
  running: ReadonlySet<Promise<void>>,
  over: AbortSignal,
): Promise<void> {
  if (!ending.aborted) await once(ending, 'abort');
  while (running.size > 0) await Promise.allSettled(running);
  await pause(graceMs, undefined, { signal: over }).catch(() => undefined);
}

async function workOf(
  { context, instrumentation }: Pick<Instance, 'context' | 'instrumentation'>,
  task: Task,
  payload: unknown,
  stopping: AbortSignal,
): Promise<void> {
  const run = async (): Promise<void> => {
    // The coordinator of a distributed store commits a job before the nodes commit what it is about.
    await waitForPreparedBeforeJob(context.db, stopping);
    await task.run({ ...context, actor: { kind: 'job', id: task.name } }, { payload, stopping });
  };
  await (instrumentation ? instrumentation.job(task.name, run) : run());
  if (task.schedule?.catchUpDays === 0) await deleteFailedRuns(context.db, task.name);
}

function cronItemOf({ name, attempts, schedule }: Task): CronItem[] {
  if (!schedule) return [];
  const options = { backfillPeriod: schedule.catchUpDays * dayMs, maxAttempts: attempts, queueName: name };
  return [{ task: name, match: schedule.cron, options }];
}

function eventsTo(log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('job:failed', ({ job, error }) => {
    log.error(
      { err: error, job: job.id, task: job.task_identifier },
      'a job failed for good: see `regrove jobs list`, and run `regrove jobs retry` once the cause is fixed',
    );
  });
  return events;
}

const troubling: ReadonlySet<string> = new Set(['error', 'warning']);

/** Most messages of the queue are of no interest to an operator. */
const loggerTo = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (troubling.has(level)) log.warn({ queue: true }, message);
    else log.debug({ queue: true }, message);
  });
