import type { Task } from '../task.js';
import { checkFeedsTask } from './check-feeds.js';
import { closeMonthTask, settleMonthTask } from './close-month.js';
import { purgeRequestsTask } from './purge-requests.js';

export const tasks: readonly Task[] = [closeMonthTask, settleMonthTask, checkFeedsTask, purgeRequestsTask];
