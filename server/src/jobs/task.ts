import type { Context } from '../database/context.js';

/** A kind of job. Runs must be safe concurrently, and after a run that was interrupted at any point. */
export interface Task {
  readonly name: string;
  /** Long tasks have a separate lane, one at a time per process, so that they do not delay short ones. Sandboxes delay neither. */
  readonly lane: 'long' | 'short' | 'sandbox';
  /** After this many failures, with increasing delays, the job has failed and waits for the operator. */
  readonly attempts: number;
  readonly schedule?: Schedule;
  /** `stopping`: the process is about to end; enqueue what is left. */
  run(context: Context, job: { payload: unknown; stopping: AbortSignal }): Promise<void>;
}

export interface Schedule {
  /** Minute, hour, day of the month, month, day of the week, in UTC. */
  readonly cron: string;
  /** How old a missed run may be and still be made up for. */
  readonly catchUpDays: number;
}
