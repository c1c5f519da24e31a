import { billMonth } from '../../features/billing/bill-month.js';
import { isoMonth } from '../../platform/time/months.js';
import { enqueueInOwnTransaction } from '../../database/job-store.js';
import type { Task } from '../task.js';
import { monthOf } from './month-of.js';

/** Runs after the close of a month. */
export const billMonthTask: Task = {
  name: 'bill-month',
  lane: 'long',
  attempts: 16,
  async run(context, { payload, stopping }) {
    const month = monthOf(payload);
    const { failures } = await billMonth(context, month, { signal: stopping });
    if (stopping.aborted)
      await enqueueInOwnTransaction(context.db, { task: billMonthTask, payload: { month: isoMonth(month) } });
    if (failures > 0) throw new Error(`${failures} accounts could not be billed for ${isoMonth(month)}`);
  },
};
