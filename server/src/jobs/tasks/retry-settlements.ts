import { retrySetAside } from '../../features/closing/settle-month.js';
import { countSetAside } from '../../features/settlements/settlement-progress-store.js';
import { enqueueInOwnTransaction } from '../../database/job-store.js';
import { isoMonth } from '../../platform/time/months.js';
import type { Task } from '../task.js';
import { billMonthTask } from './bill-month.js';

/** Retries accounts that a close set aside, and enqueues billing for those that could be settled. */
export const retrySettlementsTask: Task = {
  name: 'retry-settlements',
  lane: 'long',
  attempts: 3,
  schedule: { cron: '47 * * * *', catchUpDays: 0 },
  // Accounts that fail again stay set aside; if the process stops, the next hourly run continues.
  async run(context, { stopping }) {
    for (const day of (await countSetAside(context.db)).keys()) {
      const month = new Date(day);
      const { accounts } = await retrySetAside(context, month, { signal: stopping });
      const name = isoMonth(month);
      if (accounts > 0)
        await enqueueInOwnTransaction(context.db, {
          task: billMonthTask,
          payload: { month: name },
          key: `bill-month-${name}`,
        });
    }
  },
};
