import { dropSandbox, dropSandboxJob } from '../../features/sandboxes/drop-sandbox.js';
import { purgeSandboxes } from '../../features/sandboxes/purge-sandboxes.js';
import { findSandbox, findSandboxes, type Sandbox } from '../../features/sandboxes/sandbox-store.js';
import type { Context } from '../../database/context.js';
import {
  hasOtherDueJobs,
  runSandboxJob,
  waitingSandboxes,
  wakeSandbox,
  yieldToSandbox,
} from '../../database/job-store.js';
import { runSandbox } from '../sandbox/run-sandbox.js';
import { FairScheduler } from '../sandbox/fair-scheduler.js';
import type { Task } from '../task.js';

const idOf = (payload: unknown): string => (payload as { id: string }).id;

/** Then it is the turn of another one. */
const turnMs = 2_000;

/** The jobs that share the lane. */
const lane = [runSandboxJob.name, dropSandboxJob.name, 'purge-sandboxes'];

const turns = new FairScheduler();

/** Runs what is due in a sandbox, and advances its clock if requested. */
export const runSandboxTask: Task = {
  ...runSandboxJob,
  lane: 'sandbox',
  async run(context, { payload, stopping }) {
    const id = idOf(payload);
    const sandbox = await findSandbox(context.db, id);
    if (!sandbox || sandbox.expiresAt <= context.clock()) return;
    const next = turns.nextBefore(sandbox, await othersThatWait(context, id));
    if (next) {
      await context.db.transaction((tx) => yieldToSandbox(tx, id, next.id));
      return;
    }
    // The queue takes up to two seconds to notice a job that continues another one.
    do {
      turns.begin(sandbox);
      if (await runSandbox(context, sandbox, { turn: AbortSignal.timeout(turnMs), stopping })) {
        turns.finish(sandbox);
        return;
      }
    } while (!stopping.aborted && !(await hasOtherDueJobs(context.db, lane, id)));
    await context.db.transaction((tx) => wakeSandbox(tx, id));
  },
};

async function othersThatWait({ db }: Context, id: string): Promise<Sandbox[]> {
  const others = (await waitingSandboxes(db)).filter((one) => one !== id);
  return others.length === 0 ? [] : findSandboxes(db, others);
}

/** Deletes all rows of a sandbox. */
export const dropSandboxTask: Task = {
  ...dropSandboxJob,
  lane: 'sandbox',
  run: (context, { payload }) => dropSandbox(context, idOf(payload)),
};

/** Deletes what is left of sandboxes that nobody can use any more. */
export const purgeSandboxesTask: Task = {
  name: 'purge-sandboxes',
  lane: 'sandbox',
  attempts: 3,
  schedule: { cron: '42 * * * *', catchUpDays: 0 },
  run: purgeSandboxes,
};
