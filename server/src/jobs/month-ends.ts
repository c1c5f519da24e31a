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
 * - `open`: closing has not started
 * - `closing`: a job or a command is closing it, or about to
 * - `stopped`: accounts are still open, and nothing is working on them
 */
export type MonthState = 'open' | 'closing' | 'stopped' | 'closed';

/** The progress of a month end, whether by a job or a command. */
export interface MonthOverview {
  readonly month: Date;
  readonly state: MonthState;
  readonly progress: MonthProgress | undefined;
  /** The number of accounts that could not be settled, and the first of them with the reason. */
  readonly setAside: number;
  readonly failures: readonly FailedSettlement[];
  readonly closedAt: Date | null;
  readonly isBilling: boolean;
  readonly billedAt: Date | null;
  readonly bills: readonly BilledMonth[];
}

/** Past months, newest first, from before `before` back to the first month with data. */
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

/** `months`: newest first, without gaps. */
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

/** The tasks with waiting or running jobs for the month. */
const tasksAt = (jobs: readonly QueuedJob[], month: Date): ReadonlySet<string> =>
  new Set(
    jobs
      .filter(({ state, payload }) => state !== 'failed' && isoMonth(monthOf(payload)) === isoMonth(month))
      .map(({ task }) => task),
  );

/** A command has no job: it counts as running if it made progress within this time. */
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
  const isMoving = isLeft && now.getTime() - progress.lastProgressAt.getTime() < silenceMs;
  if (atWork.has(closeMonthTask.name) || isMoving) return 'closing';
  // Settling jobs may still be queued, but find nothing to do.
  if (isClosed && !isLeft) return 'closed';
  if (atWork.has(settleMonthTask.name)) return 'closing';
  return isLeft ? 'stopped' : 'open';
}
