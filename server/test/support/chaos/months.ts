import { addMonths, isoMonth, readMonth } from '../../../src/platform/time/months.js';
import type { Observer } from '../faults/observer.js';

/** Closes and bills one month after another, and fulfils carbon offsets. */
export class Months {
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

  /** Whether the queue is empty. Failed jobs are run again immediately: their backoff would take too long. */
  async areDone(): Promise<boolean> {
    await this.observer.tryQuery(
      'update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()',
    );
    return (await this.observer.count('from graphile_worker.jobs where attempts < max_attempts')) === 0;
  }
}
