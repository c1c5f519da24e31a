import { recordChange, installationAccountId } from '../features/audit/audit-store.js';
import type { Context } from '../database/context.js';
import { enqueue } from '../database/job-store.js';
import { inTransaction } from '../database/in-transaction.js';
import { isoMonth, requireMonthIsOver } from '../platform/time/months.js';
import type { Task } from './task.js';
import { billMonthTask } from './tasks/bill-month.js';
import { closeMonthTask } from './tasks/close-month.js';

/** Enqueues a job that closes the month, as the schedule does; billing follows automatically. */
export const requestClose = (context: Context, month: Date): Promise<void> =>
  ask(context, month, closeMonthTask, 'month.ask_close');

/** Enqueues a job that bills the month. */
export const requestBilling = (context: Context, month: Date): Promise<void> =>
  ask(context, month, billMonthTask, 'month.ask_bill');

// Safe to call twice: a waiting job is not enqueued again, and a second run finds nothing to do.
const ask = (context: Context, month: Date, task: Task, action: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    requireMonthIsOver(month, tx.clock());
    const name = isoMonth(month);
    await enqueue(tx.db, { task, payload: { month: name }, key: `${task.name}-${name}` });
    await recordChange(tx, installationAccountId, { action, subjectId: null, after: { month: name } });
  });
