import type { Task } from '../task.js';
import { billMonthTask } from './bill-month.js';
import { checkFeedsTask } from './check-feeds.js';
import { closeMonthTask, settleMonthTask } from './close-month.js';
import { collectFeedsTask } from './collect-feeds.js';
import { coverTreesTask } from './cover-trees.js';
import { deleteDeliveriesTask } from './delete-deliveries.js';
import { fulfilCarbonTask } from './fulfil-carbon.js';
import { purgeEventsTask } from './purge-events.js';
import { purgeMailTask } from './purge-mail.js';
import { purgeRequestsTask } from './purge-requests.js';
import { purgeSessionsTask } from './purge-sessions.js';
import { refreshActivityTask } from './refresh-activity.js';
import { replayWebhooksTask } from './replay-webhooks.js';
import { retrySettlementsTask } from './retry-settlements.js';
import { dropSandboxTask, purgeSandboxesTask, runSandboxTask } from './sandboxes.js';
import { sendMailTask } from './send-mail.js';
import { sendSignInLinkTask } from './send-sign-in-link.js';

export const tasks: readonly Task[] = [
  closeMonthTask,
  settleMonthTask,
  retrySettlementsTask,
  billMonthTask,
  fulfilCarbonTask,
  coverTreesTask,
  checkFeedsTask,
  collectFeedsTask,
  deleteDeliveriesTask,
  purgeEventsTask,
  purgeMailTask,
  purgeRequestsTask,
  purgeSessionsTask,
  refreshActivityTask,
  replayWebhooksTask,
  sendMailTask,
  sendSignInLinkTask,
  runSandboxTask,
  dropSandboxTask,
  purgeSandboxesTask,
];
