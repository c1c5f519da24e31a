import { checkFeedsTask } from '../tasks/check-feeds.js';
import { closeMonthTask } from '../tasks/close-month.js';
import { collectFeedsTask } from '../tasks/collect-feeds.js';
import { coverTreesTask } from '../tasks/cover-trees.js';
import { fulfilCarbonTask } from '../tasks/fulfil-carbon.js';
import { purgeMailTask } from '../tasks/purge-mail.js';
import { purgeRequestsTask } from '../tasks/purge-requests.js';
import { purgeSessionsTask } from '../tasks/purge-sessions.js';
import { refreshActivityTask } from '../tasks/refresh-activity.js';
import { retrySettlementsTask } from '../tasks/retry-settlements.js';
import { sendMailTask } from '../tasks/send-mail.js';
import { countTrees } from '../../features/projects/count-trees.js';
import type { Task } from '../task.js';
import { dayMs } from '../../platform/time/durations.js';

/** Live it is a periodic task. Here it must not be forgotten after a kill: what the next close plants depends on it. */
const countTreesTask: Task = {
  name: 'count-trees',
  lane: 'sandbox',
  attempts: 3,
  run: countTrees,
};

interface Run {
  readonly task: Task;
  /** UTC. */
  readonly hour: number;
  readonly minute: number;
  /** Of the month. Absent: every day. */
  readonly day?: number;
}

/**
 * When tasks run in a sandbox. Those that run many times a day live, in case something was unreachable, run once a day here, after
 * what they depend on; those that only tidy up run once a month.
 */
export const sandboxSchedule: readonly Run[] = [
  { task: closeMonthTask, day: 1, hour: 0, minute: 15 },
  { task: countTreesTask, day: 1, hour: 0, minute: 30 },
  { task: purgeMailTask, day: 1, hour: 3, minute: 52 },
  { task: purgeRequestsTask, day: 1, hour: 3, minute: 52 },
  { task: purgeSessionsTask, day: 1, hour: 3, minute: 52 },
  { task: refreshActivityTask, day: 1, hour: 3, minute: 52 },
  { task: collectFeedsTask, hour: 21, minute: 22 },
  { task: checkFeedsTask, hour: 21, minute: 37 },
  { task: retrySettlementsTask, hour: 22, minute: 7 },
  { task: fulfilCarbonTask, hour: 22, minute: 7 },
  { task: coverTreesTask, hour: 22, minute: 7 },
  { task: sendMailTask, hour: 22, minute: 7 },
];

export interface ScheduledRun {
  readonly task: Task;
  readonly at: Date;
}

/** The next runs after a time: all that are at the same moment. */
export function nextRuns(after: Date): readonly ScheduledRun[] {
  const midnight = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate());
  // Every day has runs, so tomorrow is far enough.
  const runs = [midnight, midnight + dayMs].flatMap((start) => runsOfDay(new Date(start)));
  const coming = runs.filter(({ at }) => at > after);
  const first = Math.min(...coming.map(({ at }) => at.getTime()));
  return coming.filter(({ at }) => at.getTime() === first);
}

const runsOfDay = (midnight: Date): ScheduledRun[] =>
  sandboxSchedule
    .filter(({ day }) => day === undefined || day === midnight.getUTCDate())
    .map(({ task, hour, minute }) => ({
      task,
      at: new Date(midnight.getTime() + (hour * 60 + minute) * 60_000),
    }));
