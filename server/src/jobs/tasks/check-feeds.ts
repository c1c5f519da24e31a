import { checkFeeds } from '../../feeds/check-feeds.js';
import type { Task } from '../task.js';

export const checkFeedsTask: Task = {
  name: 'check-feeds',
  lane: 'short',
  attempts: 3,
  schedule: { cron: '37 * * * *', catchUpDays: 0 },
  async run(context) {
    await checkFeeds(context);
  },
};
