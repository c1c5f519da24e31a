import { collectFeeds } from '../../features/feeds/collecting/collect-feeds.js';
import type { Task } from '../task.js';

/** When the collection of a day starts, in UTC: late, so that it covers most of the day but leaves time to retry. */
const beginsAtHour = 21;

export const collectFeedsTask: Task = {
  name: 'collect-feeds',
  lane: 'short',
  attempts: 3,
  // Hourly, so that feeds that did not respond, or were missed while the server was down, are collected soon.
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
