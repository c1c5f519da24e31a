import { billMonthTask } from '../tasks/bill-month.js';
import { settleMonthTask } from '../tasks/close-month.js';
import { deleteDeliveriesTask } from '../tasks/delete-deliveries.js';
import { replayWebhooksTask } from '../tasks/replay-webhooks.js';
import { sendSignInLinkTask } from '../tasks/send-sign-in-link.js';
import type { Task } from '../task.js';
import { sandboxSchedule } from './sandbox-schedule.js';

/** The tasks that run in sandboxes, by name: those with a schedule, and those that others start. */
export const sandboxTasks: ReadonlyMap<string, Task> = new Map(
  [
    ...sandboxSchedule.map(({ task }) => task),
    settleMonthTask,
    billMonthTask,
    replayWebhooksTask,
    deleteDeliveriesTask,
    sendSignInLinkTask,
  ].map((task) => [task.name, task]),
);
