import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, parseCronItems, run, type CronItem, type WorkerEvents } from 'graphile-worker';
import type { Log } from '../platform/log.js';
import type { Instance } from '../platform/instance.js';
import { forgetFailures } from './queue-store.js';
import type { Task } from './task.js';
import type { WorkerLocks } from './worker-locks.js';

interface Lane {
  readonly tasks: readonly Task[];
  readonly jobsAtOnce: number;
}

const dayMs = 86_400_000;
const restartMs = 2_000;

/** Takes jobs of these tasks from the queue until told to stop; lets the running ones finish. */
export async function runLane(
  instance: Pick<Instance, 'context' | 'pool'>,
  { tasks, jobsAtOnce }: Lane,
  locks: WorkerLocks,
  stopping: AbortSignal,
): Promise<void> {
  const { log } = instance.context;
  while (!stopping.aborted) {
    try {
      const runner = await run({
        pgPool: instance.pool.driver,
        concurrency: jobsAtOnce,
        noHandleSignals: true,
        logger: loggerTo(log),
        events: eventsTo(log, locks),
        taskList: Object.fromEntries(tasks.map((task) => [task.name, workOf(instance, task, stopping)])),
        parsedCronItems: parseCronItems(tasks.flatMap(cronItemOf)),
      });
      stopping.addEventListener('abort', () => void runner.stop().catch(() => undefined), { once: true });
      await runner.promise;
    } catch (error) {
      log.error({ err: error }, 'the job queue stopped; starting it again');
    }
    await pause(restartMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

const workOf =
  ({ context }: Pick<Instance, 'context'>, task: Task, stopping: AbortSignal) =>
  async (payload: unknown): Promise<void> => {
    await task.run({ ...context, actor: { kind: 'job', id: task.name } }, { payload, stopping });
    if (task.schedule?.catchUpDays === 0) await forgetFailures(context.db, task.name);
  };

function cronItemOf({ name, attempts, schedule }: Task): CronItem[] {
  if (!schedule) return [];
  const options = { backfillPeriod: schedule.catchUpDays * dayMs, maxAttempts: attempts, queueName: name };
  return [{ task: name, match: schedule.cron, options }];
}

function eventsTo(log: Log, locks: WorkerLocks): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    locks.add(workerPool.id);
  });
  events.on('job:failed', ({ job, error }) => {
    log.error(
      { err: error, job: job.id, task: job.task_identifier },
      'a job was given up: see `regrove jobs list`, and `regrove jobs retry` once the cause is gone',
    );
  });
  return events;
}

const troubling: ReadonlySet<string> = new Set(['error', 'warning']);

/** What the queue itself has to say is mostly of no interest to an operator. */
const loggerTo = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (troubling.has(level)) log.warn({ queue: true }, message);
    else log.debug({ queue: true }, message);
  });
