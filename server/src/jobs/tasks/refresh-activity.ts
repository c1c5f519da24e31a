import { refreshActivity } from '../../features/rollups/refresh-activity.js';
import type { Task } from '../task.js';

export const refreshActivityTask: Task = {
  // Stored with the jobs of earlier versions.
  name: 'refresh-standings',
  lane: 'short',
  attempts: 1,
  schedule: { cron: '*/10 * * * *', catchUpDays: 0 },
  // If it is interrupted, the next run begins anew.
  run: (context, { stopping }) => refreshActivity(context, stopping),
};
