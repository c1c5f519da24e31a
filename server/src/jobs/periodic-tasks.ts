import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../database/context.js';
import { countChildren } from '../features/accounts/count-children.js';
import { requestCosignatures } from '../features/log/cosigning/request-cosignatures.js';
import { updateLog } from '../features/log/update-log.js';
import { countTrees } from '../features/projects/count-trees.js';
import { rollUp } from '../features/rollups/roll-up.js';
import { unlockDeadWorkers } from './queue-store.js';

/** A small task that runs more often than the schedule of the queue allows; a missed run does no harm. */
interface PeriodicTask {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (context: Context, stopping?: AbortSignal) => Promise<void>;
  /** Not for sandboxes. */
  readonly isLive?: true;
}

const periodicTasks: readonly PeriodicTask[] = [
  { name: 'count-trees', everyMs: 15_000, run: countTrees },
  { name: 'count-children', everyMs: 15_000, run: countChildren },
  { name: 'roll-up', everyMs: 15_000, run: rollUp },
  { name: 'enter-log', everyMs: 2_000, run: updateLog, isLive: true },
  { name: 'cosign-log', everyMs: 2_000, run: requestCosignatures, isLive: true },
  {
    name: 'unlock-dead-workers',
    everyMs: 3_000,
    run: ({ db }) => unlockDeadWorkers(db),
    isLive: true,
  },
];

/** Runs every task periodically; settles once all have stopped. */
export async function runPeriodicTasks(context: Context, stopping: AbortSignal): Promise<void> {
  await Promise.all(periodicTasks.map((task) => repeat(task, context, stopping)));
}

/** What a sandbox needs of them, once its clock stands still. */
export async function runPeriodicTasksOnce(context: Context): Promise<void> {
  for (const { run } of periodicTasks.filter(({ isLive }) => !isLive)) await run(context);
}

async function repeat(
  { name, everyMs, run }: PeriodicTask,
  context: Context,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await run({ ...context, actor: { kind: 'job', id: name } }, stopping);
    } catch (error) {
      context.log.error({ err: error, job: name }, 'a periodic task failed; it will be retried');
    }
    await pause(everyMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}
