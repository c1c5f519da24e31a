import type { Context } from '../database/context.js';

/** A kind of job. A run must be safe beside another one, and after one that was broken off at any point. */
export interface Task {
  readonly name: string;
  /** Long ones have a lane of their own, one at a time in each process, so that they do not hold up the short ones. */
  readonly lane: 'long' | 'short';
  /** After so many failures, ever further apart, it is given up and waits for the operator. */
  readonly attempts: number;
  readonly schedule?: Schedule;
  /** `stopping`: the process is about to end; what is left is to be enqueued again. */
  run(context: Context, job: { payload: unknown; stopping: AbortSignal }): Promise<void>;
}

export interface Schedule {
  /** Minute, hour, day of the month, month, day of the week, in UTC. */
  readonly cron: string;
  /** How long ago a time that was missed may be for it to be made up for. */
  readonly catchUpDays: number;
}
