import type { Context } from '../../database/context.js';
import { contextAt } from '../../features/sandboxes/open-sandbox.js';
import { dayMs } from '../../platform/time/durations.js';
import { addMonths, startOfMonth } from '../../platform/time/months.js';

/** Something that happens in the demo's past. */
export interface TimelineStep {
  readonly at: Date;
  readonly run: (context: Context) => Promise<unknown>;
}

/** Each at its own time, in order. What would be in the future does not happen. */
export async function runTimeline(context: Context, happenings: readonly TimelineStep[]): Promise<void> {
  const now = context.clock();
  const past = happenings.filter(({ at }) => at <= now);
  const inOrder = past.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  for (const { at, run } of inOrder) await run(contextAt(context, at));
}

/** For what the server's own jobs do. */
export const asJob = (context: Context, name: string): Context => ({
  ...context,
  actor: { kind: 'job', id: name },
});

/** How long the demo's past is, in months. */
export const monthsOfHistory = 24;

const minuteMs = 60_000;

/** Times as the demo names them: by the months or days before now. */
export class Calendar {
  readonly now: Date;

  constructor(now: Date) {
    this.now = now;
  }

  /** The first instant of the month; 0 is the current one. */
  month(ago: number): Date {
    return addMonths(startOfMonth(this.now), -ago);
  }

  inMonth(ago: number, day: number, hour = 10, minute = 0): Date {
    return new Date(this.month(ago).getTime() + (day - 1) * dayMs + (hour * 60 + minute) * minuteMs);
  }

  /** During office hours, some days ago. */
  daysAgo(days: number, hour = 10): Date {
    const today = Math.floor(this.now.getTime() / dayMs) * dayMs;
    return new Date(today - days * dayMs + hour * 60 * minuteMs);
  }
}
