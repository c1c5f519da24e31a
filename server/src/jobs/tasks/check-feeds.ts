import { checkFeeds } from '../../features/feeds/health/check-feeds.js';
import type { Task } from '../task.js';

export const checkFeedsTask: Task = {
  name: 'check-feeds',
  lane: 'short',
  attempts: 3,
  schedule: { cron: '37 * * * *', catchUpDays: 0 },
  // What is left when the process stops is checked in the next hour.
  async run(context, { stopping }) {
    await checkFeeds(context, { signal: stopping });
  },
};
