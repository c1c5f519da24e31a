import { refreshActivity } from '../../features/rollups/refresh-activity.js';
import { contextIn } from '../../features/sandboxes/open-sandbox.js';
import { lockClock, setClock, stopClock } from '../../features/sandboxes/sandbox-clock-store.js';
import type { Sandbox } from '../../features/sandboxes/sandbox-store.js';
import type { Context } from '../../database/context.js';
import type { Transaction } from '../../database/database.js';
import {
  deleteSandboxJob,
  insertSandboxJob,
  nextRunOfSandboxJobs,
  setSandboxJobFailed,
  takeDueJob,
  type SandboxJob,
} from '../../database/sandbox-job-store.js';
import { isDatabaseOutage } from '../../database/failures.js';
import { wakeSandbox } from '../../database/job-store.js';
import { messageWithCauses } from '../../platform/errors.js';
import { runPeriodicTasksOnce } from '../periodic-tasks.js';
import { sandboxTasks } from './sandbox-tasks.js';
import { nextRuns } from './sandbox-schedule.js';

/**
 * Runs what is due in the sandbox, and moves its clock on if it advances. Each step is either a job, which can be repeated, or a move
 * of the clock together with the jobs that are due then, in one transaction. So it can be interrupted anywhere, and continues there.
 * Returns whether there is nothing left to do.
 */
export async function runSandbox(
  live: Context,
  sandbox: Sandbox,
  { turn, stopping }: { readonly turn: AbortSignal; readonly stopping: AbortSignal },
): Promise<boolean> {
  let hasMoved = false;
  while (!turn.aborted && !stopping.aborted) {
    const context = await contextIn(live, sandbox, live.sandboxes.openForJobs(sandbox.id));
    const job = await takeDueJob(context.db);
    if (job) await runJob(context, job, stopping);
    else if (await moveClock(context, hasMoved ? undefined : sandbox.id)) hasMoved = true;
    else {
      await runPeriodicTasksOnce(context);
      await refreshActivity(context, stopping);
      // It may have left the rest to its next run.
      return !stopping.aborted;
    }
  }
  return false;
}

async function runJob(context: Context, job: SandboxJob, stopping: AbortSignal): Promise<void> {
  const { db, log, sandbox } = context;
  const task = sandboxTasks.get(job.task);
  try {
    if (!task) throw new Error(`There is no task ${job.task}`);
    const actor = { kind: 'job', id: task.name } as const;
    await task.run({ ...context, actor }, { payload: job.payload, stopping });
  } catch (error) {
    if (stopping.aborted) return;
    // Repeated in real time, and not by the clock of the sandbox, by which it would run out of attempts at once.
    if (isDatabaseOutage(error)) throw error;
    log.warn({ err: error, sandbox: sandbox?.id, task: job.task }, 'a job of a sandbox failed');
    await setSandboxJobFailed(db, job, messageWithCauses(error));
    return;
  }
  // Many tasks leave the rest to their next run when the process stops. Here the same run is repeated.
  if (!stopping.aborted) await deleteSandboxJob(db, job);
}

/**
 * To the next moment at which something is due, at most to the end of the advance. Returns false if the clock stands still.
 * `wakes` is a sandbox that gets a new job: the queue counts a run that was killed as an attempt, but one that got further has not failed.
 */
const moveClock = ({ db }: Context, wakes: string | undefined): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { now, advancingTo } = await lockClock(tx);
    if (!advancingTo) return false;
    const runs = nextRuns(now);
    const moments = [advancingTo, await nextRunOfSandboxJobs(tx), runs[0]?.at];
    const next = new Date(Math.min(...moments.map((moment) => moment?.getTime() ?? Infinity)));
    if (next <= now)
      throw new Error(`Something is due in the sandbox at ${next.toISOString()}, but is not taken`);
    if (next < advancingTo) await setClock(tx, { now: next, advancingTo });
    else await stopClock(tx, next);
    for (const { task, at } of runs) if (at.getTime() === next.getTime()) await addRun(tx, task, at);
    if (wakes !== undefined) await wakeSandbox(tx, wakes);
    return true;
  });

const addRun = (tx: Transaction, task: { name: string; attempts: number }, at: Date): Promise<void> =>
  insertSandboxJob(tx, { task, payload: { _cron: { ts: at.toISOString() } } }, at);
