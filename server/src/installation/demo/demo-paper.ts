import { createDeposits } from '../../features/deposits/create-deposits.js';
import { pushReadings, type PushedReading } from '../../features/feeds/collecting/push-readings.js';
import { checkNewFeed, createFeed } from '../../features/feeds/create-feed.js';
import { checkFeeds } from '../../features/feeds/health/check-feeds.js';
import type { Context } from '../../database/context.js';
import { dayMs } from '../../platform/time/durations.js';
import { lastDayOfMonth } from '../../platform/time/months.js';
import { simulatedReadings } from '../../sources/simulated.js';
import type { DemoAccount, DemoFeed } from './demo-accounts.js';
import type { DemoState } from './demo-state.js';
import { asJob, type Calendar, type TimelineStep } from './timeline.js';

/** In this and the last month devices were read every day, before that twice a month: the first start should not take long. */
const dailyMonths = 1;
const midMonth = 14;
const readingHour = 21;

/** What the account prints: counters from a feed, deposits by hand, or both. */
export const paperOf = (world: DemoState, calendar: Calendar, account: DemoAccount): TimelineStep[] => [
  ...(account.feed ? feedOf(world, calendar, account, account.feed) : []),
  ...(account.pagesByHand === undefined ? [] : depositsOf(world, calendar, account, account.pagesByHand)),
];

function feedOf(
  world: DemoState,
  calendar: Calendar,
  { name, joined }: DemoAccount,
  { type, externalId, devices, daysOld, silentDays }: DemoFeed,
): TimelineStep[] {
  const since = daysOld === undefined ? calendar.inMonth(joined, 3) : calendar.daysAgo(daysOld);
  const until = silentDays === undefined ? calendar.now : calendar.daysAgo(silentDays, readingHour);
  let feedId = '';
  const create = async (context: Context): Promise<void> => {
    const account = world.account(name);
    const feed = {
      type,
      serverId: null,
      externalId,
      collectionScope: 'all' as const,
      activatedAt: undefined,
      createdBy: account.id,
    };
    feedId = (await createFeed(context, account, feed, await checkNewFeed(context, account, feed))).id;
  };
  const pushes = Array.from({ length: joined + 1 }, (_, index) => joined - index).flatMap((ago) => {
    const times = readingTimes(calendar, ago).filter((time) => time >= since && time <= until);
    const at = times.at(-1);
    const run = (context: Context) =>
      pushReadings(context, world.account(name), feedId, { readings: readingsAt(devices, times) });
    return at ? [{ at, run }] : [];
  });
  const check = (context: Context) => checkFeeds(asJob(context, 'check-feeds'), { id: feedId });
  const noticed = { at: new Date(until.getTime() + 2.5 * dayMs), run: check };
  return [{ at: since, run: create }, ...pushes, ...(silentDays === undefined ? [] : [noticed])];
}

/** When the devices were read in a month: always also at its end, so that the close has all their pages. */
function readingTimes(calendar: Calendar, monthsAgo: number): Date[] {
  const last = lastDayOfMonth(calendar.month(monthsAgo)).getUTCDate();
  const daily = Array.from({ length: last }, (_, index) => index + 1);
  const days = monthsAgo <= dailyMonths ? daily : [midMonth, last];
  const times = days.map((day) => calendar.inMonth(monthsAgo, day, readingHour, 22));
  if (monthsAgo > 0) return times;
  return [...times.filter((time) => time < calendar.now), calendar.now];
}

const readingsAt = (devices: string, times: readonly Date[]): PushedReading[] =>
  times.flatMap((readAt) =>
    [...simulatedReadings(devices, readAt)].map((reading) => ({ ...reading, readAt })),
  );

const depositDays = [9, 17, 26];

function depositsOf(
  world: DemoState,
  calendar: Calendar,
  { name, joined, left = 0 }: DemoAccount,
  pages: number,
): TimelineStep[] {
  const deposit = (sheets: number, dates: readonly Date[]) => (context: Context) =>
    createDeposits(
      context,
      world.account(name).id,
      dates.map((date, index) => ({
        pages: Math.round((sheets * (9 + index)) / (10 * depositDays.length)),
        width: 0.21,
        length: 0.297,
        gsm: 80,
        date,
      })),
    );
  const months = Array.from({ length: joined - left }, (_, index) => joined - index);
  const monthly = months.map((ago) => {
    const dates = depositDays.map((day) => calendar.inMonth(ago, day, 15));
    // Grows by a third in two years; less is printed in summer.
    const season = 1 - 0.2 * Math.sin((Math.PI * calendar.month(ago).getUTCMonth()) / 11);
    return {
      at: calendar.inMonth(ago, 27, 9),
      run: deposit(pages * season * (1 + (joined - ago) / 72), dates),
    };
  });
  // Paper that waits for the close of this month, whatever day it is.
  const waiting = { at: calendar.now, run: deposit(pages, [calendar.now]) };
  return left > 0 ? monthly : [...monthly, waiting];
}
