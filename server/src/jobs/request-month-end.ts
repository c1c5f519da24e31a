import { record, wholeInstallation } from '../features/audit/audit-store.js';
import type { Context } from '../database/context.js';
import { enqueue } from '../database/job-store.js';
import { inTransaction } from '../database/in-transaction.js';
import { isoMonth, requireMonthIsOver } from '../platform/time/months.js';
import type { Task } from './task.js';
import { billMonthTask } from './tasks/bill-month.js';
import { closeMonthTask } from './tasks/close-month.js';

/** Has the month closed by a job, as the schedule would; billing follows by itself. */
export const askToClose = (context: Context, month: Date): Promise<void> =>
  ask(context, month, closeMonthTask, 'month.ask_close');

/** Has the month billed by a job. */
export const askToBill = (context: Context, month: Date): Promise<void> =>
  ask(context, month, billMonthTask, 'month.ask_bill');

// Whoever asks twice has it done once: while one waits there is no second, and a second run finds nothing to do.
const ask = (context: Context, month: Date, task: Task, action: string): Promise<void> =>
  inTransaction(context, async (tx) => {
    requireMonthIsOver(month, tx.clock());
    const name = isoMonth(month);
    await enqueue(tx.db, { task, payload: { month: name }, key: `${task.name}-${name}` });
    await record(tx, wholeInstallation, { action, subjectId: null, after: { month: name } });
  });
