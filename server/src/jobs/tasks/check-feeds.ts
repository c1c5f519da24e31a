import { checkFeeds } from '../../features/feeds/health/check-feeds.js';
import type { Task } from '../task.js';

export const checkFeedsTask: Task = {
  name: 'check-feeds',
  lane: 'short',
  attempts: 3,
  schedule: { cron: '37 * * * *', catchUpDays: 0 },
  // When the process stops, the next hourly run checks the rest.
  async run(context, { stopping }) {
    await checkFeeds(context, { signal: stopping });
  },
};
