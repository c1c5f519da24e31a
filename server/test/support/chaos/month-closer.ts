import { addMonths, isoMonth, readMonth } from '../../../src/platform/time/months.js';
import type { Observer } from '../faults/observer.js';
import { retryJobs } from '../faults/retry-jobs.js';

/** Closes and bills one month after another, and fulfils carbon offsets. */
export class MonthCloser {
  #month = readMonth('2001-01');
  closed = 0;

  constructor(readonly observer: Observer) {}

  /** The month that deposits are dated in. */
  readonly current = (): Date => this.#month;

  /** Queues the month close and starts the next month. Does nothing while the database is down. */
  async end(): Promise<void> {
    const queued = await this.observer.tryQuery(
      `select graphile_worker.add_job('close-month', json_build_object('month', $1::text), max_attempts => 16),
         graphile_worker.add_job('fulfil-carbon', '{}'::json, max_attempts => 3)`,
      [isoMonth(this.#month)],
    );
    if (!queued) return;
    this.closed++;
    this.#month = addMonths(this.#month, 1);
  }

  /** Whether the queue is empty. Retries failed jobs, so that it comes true after any number of failures. */
  async areDone(): Promise<boolean> {
    await this.observer.tryQuery(retryJobs);
    return (await this.observer.count('from graphile_worker.jobs')) === 0;
  }
}
