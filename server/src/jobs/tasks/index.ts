import type { Task } from '../task.js';
import { billMonthTask } from './bill-month.js';
import { checkFeedsTask } from './check-feeds.js';
import { closeMonthTask, settleMonthTask } from './close-month.js';
import { fulfilCarbonTask } from './fulfil-carbon.js';
import { purgeRequestsTask } from './purge-requests.js';

export const tasks: readonly Task[] = [
  closeMonthTask,
  settleMonthTask,
  billMonthTask,
  fulfilCarbonTask,
  checkFeedsTask,
  purgeRequestsTask,
];
