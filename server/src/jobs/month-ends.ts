import { billedMonths, type BilledMonth } from '../features/billing/billed-month-store.js';
import {
  countSetAside,
  failedSettlements,
  firstMonth,
  monthProgress,
  type FailedSettlement,
  type MonthProgress,
} from '../features/settlements/settlement-progress-store.js';
import { listMonthEnds } from '../features/closing/month-end-store.js';
import type { Context } from '../database/context.js';
import { addMonths, isoDay, isoMonth, startOfMonth } from '../platform/time/months.js';
import { listJobsOf, type QueuedJob } from './queue-store.js';
import { billMonthTask } from './tasks/bill-month.js';
import { closeMonthTask, settleMonthTask } from './tasks/close-month.js';
import { monthOf } from './tasks/month-of.js';

/**
 * - `open`: nobody has begun to close it
 * - `closing`: a job or a command is at it, or about to be
 * - `stopped`: accounts are left open, and nobody is at it any more
 */
export type MonthState = 'open' | 'closing' | 'stopped' | 'closed';

/** How far the end of a month has come, by whoever's work. */
export interface MonthOverview {
  readonly month: Date;
  readonly state: MonthState;
  readonly progress: MonthProgress | undefined;
  /** Accounts that could not be settled, and the first of them with the reason. */
  readonly setAside: number;
  readonly failures: readonly FailedSettlement[];
  readonly closedAt: Date | null;
  readonly isBilling: boolean;
  readonly billedAt: Date | null;
  readonly bills: readonly BilledMonth[];
}

/** Months that are over, newest first, from before the one named back to the first that has anything. */
export async function listMonths(
  context: Context,
  { before, limit }: { before: Date | undefined; limit: number },
): Promise<MonthOverview[]> {
  const { db, clock } = context;
  const to = addMonths(before ?? startOfMonth(clock()), -1);
  const first = (await firstMonth(db)) ?? to;
  const count = Math.min(limit, monthsFrom(first < to || before ? first : to, to));
  const months = Array.from({ length: Math.max(0, count) }, (_, ago) => addMonths(to, -ago));
  return months.length === 0 ? [] : describeMonths(context, months);
}

const monthsFrom = (first: Date, last: Date): number =>
  (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1;

/** `months` are newest first, without holes. */
export async function describeMonths(
  { db, clock }: Context,
  months: readonly Date[],
): Promise<MonthOverview[]> {
  const [to, from] = [months[0], months.at(-1)];
  if (!to || !from) return [];
  const ends = new Map((await listMonthEnds(db, from, to)).map((end) => [end.month, end]));
  const progress = new Map((await monthProgress(db, from, to)).map((one) => [one.month, one]));
  const bills = await billedMonths(db, from, to);
  const setAside = await countSetAside(db);
  const failures = await failedSettlements(db);
  const jobs = await listJobsOf(db, [closeMonthTask.name, settleMonthTask.name, billMonthTask.name]);
  return months.map((month) => {
    const day = isoDay(month);
    const { closedAt = null, billedAt = null } = ends.get(day) ?? {};
    const atWork = tasksAt(jobs, month);
    const leftOut = setAside.get(day) ?? 0;
    const isClosed = closedAt !== null;
    return {
      month,
      state: stateOf({ progress: progress.get(day), leftOut, isClosed, atWork, now: clock() }),
      progress: progress.get(day),
      setAside: leftOut,
      failures: failures.filter((failure) => failure.month === day),
      closedAt,
      isBilling: atWork.has(billMonthTask.name),
      billedAt,
      bills: bills.filter((bill) => bill.month === day),
    };
  });
}

/** Whose jobs about the month wait or run. */
const tasksAt = (jobs: readonly QueuedJob[], month: Date): ReadonlySet<string> =>
  new Set(
    jobs
      .filter(({ state, payload }) => state !== 'failed' && isoMonth(monthOf(payload)) === isoMonth(month))
      .map(({ task }) => task),
  );

/** A command at work leaves no job: it is seen by what it settles. */
const silenceMs = 60_000;

function stateOf({
  progress,
  leftOut,
  isClosed,
  atWork,
  now,
}: {
  progress: MonthProgress | undefined;
  leftOut: number;
  isClosed: boolean;
  atWork: ReadonlySet<string>;
  now: Date;
}): MonthState {
  const isLeft = progress !== undefined && progress.settled + leftOut < progress.accounts;
  const isMoving = isLeft && now.getTime() - progress.movedAt.getTime() < silenceMs;
  if (atWork.has(closeMonthTask.name) || isMoving) return 'closing';
  // Those that were called along with the last one find nothing to do.
  if (isClosed && !isLeft) return 'closed';
  if (atWork.has(settleMonthTask.name)) return 'closing';
  return isLeft ? 'stopped' : 'open';
}
