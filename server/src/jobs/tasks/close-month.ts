import { openMonth } from '../../features/closing/close-month.js';
import { retrySetAside, settleMonth } from '../../features/closing/settle-month.js';
import { enqueue, enqueueInOwnTransaction } from '../../database/job-store.js';
import { isoMonth } from '../../platform/time/months.js';
import type { Task } from '../task.js';
import { billMonthTask } from './bill-month.js';
import { monthOf } from './month-of.js';

/** How many workers can settle the same month concurrently. */
const settlers = 8;

/** On the 1st: finds the accounts that have something to settle, and enqueues the jobs that settle them. */
export const closeMonthTask: Task = {
  name: 'close-month',
  lane: 'long',
  attempts: 16,
  schedule: { cron: '15 0 1 * *', catchUpDays: 62 },
  async run(context, { payload, stopping }) {
    const month = monthOf(payload);
    const name = isoMonth(month);
    await openMonth(context, month, { signal: stopping });
    await retrySetAside(context, month, { signal: stopping });
    await context.db.transaction(async (db) => {
      for (let settler = 0; settler < settlers; settler++) {
        await enqueue(db, { task: settleMonthTask, payload: { month: name } });
      }
    });
  },
};

/** Checks again for accounts locked by other workers, which may have been killed. */
const lookAgainSeconds = 30;

/** Settles open accounts, and enqueues billing once the month is closed. */
export const settleMonthTask: Task = {
  name: 'settle-month',
  lane: 'long',
  attempts: 16,
  async run(context, { payload, stopping }) {
    const month = monthOf(payload);
    const name = isoMonth(month);
    const { isClosed } = await settleMonth(context, month, { signal: stopping });
    const next = { payload: { month: name } };
    if (isClosed)
      await enqueueInOwnTransaction(context.db, { task: billMonthTask, ...next, key: `bill-month-${name}` });
    else {
      const inSeconds = stopping.aborted ? 0 : lookAgainSeconds;
      await enqueueInOwnTransaction(context.db, {
        task: settleMonthTask,
        ...next,
        key: `settle-month-${name}`,
        inSeconds,
      });
    }
  },
};
