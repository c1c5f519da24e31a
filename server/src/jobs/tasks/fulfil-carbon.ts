import { fulfilCarbon } from '../../features/carbon/fulfil-offsets.js';
import { retireAllocated } from '../../features/carbon/retire-allocated.js';
import { enqueueInOwnTransaction } from '../../database/job-store.js';
import type { Task } from '../task.js';

/** Assigns credits to pending carbon offsets. */
export const fulfilCarbonTask: Task = {
  name: 'fulfil-carbon',
  lane: 'long',
  attempts: 3,
  schedule: { cron: '7 * * * *', catchUpDays: 0 },
  async run(context, { stopping }) {
    // Nobody else retires the credits of a sandbox: those that were allocated the day before, also if this run was interrupted and is
    // repeated, and the credits that it allocates now are there already.
    if (context.sandbox)
      await retireAllocated(context, 'https://registry.example/retirements', context.clock());
    const { failed } = await fulfilCarbon(context, stopping);
    if (stopping.aborted)
      await enqueueInOwnTransaction(context.db, {
        task: fulfilCarbonTask,
        payload: {},
        key: 'fulfil-carbon',
      });
    if (failed > 0) throw new Error(`${failed} carbon offsets could not be fulfilled`);
  },
};
