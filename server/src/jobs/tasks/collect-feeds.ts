import { collectFeeds } from '../../features/feeds/collecting/collect-feeds.js';
import type { Task } from '../task.js';

/** When the collecting of a day begins, in UTC: late, so that it has most of the day, and leaves time to try again. */
const beginsAtHour = 21;

export const collectFeedsTask: Task = {
  name: 'collect-feeds',
  lane: 'short',
  attempts: 3,
  // Every hour, so that whatever did not answer, or was missed while nothing ran, is made up for soon.
  schedule: { cron: '22 * * * *', catchUpDays: 0 },
  async run(context, { stopping }) {
    await collectFeeds(context, { collectedBefore: lastBeginning(context.clock()), signal: stopping });
  },
};

function lastBeginning(now: Date): Date {
  const beginning = new Date(now);
  beginning.setUTCHours(beginsAtHour, 0, 0, 0);
  if (beginning > now) beginning.setUTCDate(beginning.getUTCDate() - 1);
  return beginning;
}
