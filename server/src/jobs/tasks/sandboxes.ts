import { dropSandbox, dropSandboxJob } from '../../features/sandboxes/drop-sandbox.js';
import { purgeSandboxes } from '../../features/sandboxes/purge-sandboxes.js';
import { findSandbox } from '../../features/sandboxes/sandbox-store.js';
import { doOthersWait, runSandboxJob, wakeSandbox } from '../../database/job-store.js';
import { runSandbox } from '../sandbox/run-sandbox.js';
import type { Task } from '../task.js';

const idOf = (payload: unknown): string => (payload as { id: string }).id;

/** Then it is the turn of another sandbox. */
const turnMs = 2_000;

/** The jobs that share the lane. */
const lane = [runSandboxJob.name, dropSandboxJob.name, 'purge-sandboxes'];

/** Runs what is due in a sandbox, and advances its clock if requested. */
export const runSandboxTask: Task = {
  ...runSandboxJob,
  lane: 'sandbox',
  async run(context, { payload, stopping }) {
    const id = idOf(payload);
    const sandbox = await findSandbox(context.db, id);
    if (!sandbox) return;
    // The queue takes up to two seconds to notice a job that continues another one.
    do if (await runSandbox(context, sandbox, { turn: AbortSignal.timeout(turnMs), stopping })) return;
    while (!stopping.aborted && !(await doOthersWait(context.db, lane, id)));
    await context.db.transaction((tx) => wakeSandbox(tx, id));
  },
};

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
