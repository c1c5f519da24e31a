import { addMonths, isoDay, isoMonth, readMonth } from '../../../src/platform/time/months.js';
import type { Observer } from './observer.js';
import { retryJobs } from './retry-jobs.js';

const carbonOffsetsAMonth = 150;

/** Creates work for the month close: fills one month after another, each when the previous one is done. */
export class MonthWork {
  #month = readMonth('2020-01');
  #filled = 0;
  #nextLook = 0;

  constructor(
    readonly observer: Observer,
    readonly carbonProject: string,
  ) {}

  /** The month that is being closed. */
  get month(): Date {
    return this.#month;
  }

  get name(): string {
    return isoMonth(this.#month);
  }

  /** The number of months so far. */
  get filled(): number {
    return this.#filled;
  }

  /** Fills the next month when nothing is left to do for the current one. Checks at intervals. */
  async advance(): Promise<void> {
    if (performance.now() < this.#nextLook) return;
    if (await this.isDone()) await this.fillNext();
    this.#nextLook = performance.now() + 250;
  }

  /** Whether nothing is left to do. Retries failed jobs, so that it comes true after any number of failures. */
  async isDone(): Promise<boolean> {
    const [left] = await this.observer.query<{
      jobs: number;
      closed: boolean;
      waiting: number;
      fulfilling: number;
    }>(
      `select (select count(*)::int from graphile_worker.jobs) as jobs,
         exists (select 1 from month_ends where month = $1 and closed_at is not null) as closed,
         (select count(*)::int from carbon_offsets where status = 'processing') as waiting,
         (select count(*)::int from graphile_worker.jobs where task_identifier = 'fulfil-carbon') as fulfilling`,
      [isoDay(this.#month)],
    );
    if (left === undefined) return false;
    // In production, the hourly schedule does this.
    if (left.waiting > 0 && left.fulfilling === 0) await this.observer.tryQuery(addFulfilment);
    await this.observer.tryQuery(retryJobs);
    return this.#filled === 0 || (left.jobs === 0 && left.closed && left.waiting === 0);
  }

  /** Whether the current month is closed. */
  async isClosed(): Promise<boolean> {
    const closed = `from month_ends where month = '${isoDay(this.#month)}' and closed_at is not null`;
    return (await this.observer.count(closed)) > 0;
  }

  /** Closes another month without new deposits, for deposits that were too late for the previous month. */
  async closeLast(): Promise<void> {
    this.#month = addMonths(this.#month, 1);
    await this.observer.query(closing(this.#month));
  }

  /** Creates one or two deposits per account, unfulfilled carbon offsets, and the jobs, all in one transaction. */
  async fillNext(): Promise<void> {
    const month = this.#filled === 0 ? this.#month : addMonths(this.#month, 1);
    await this.observer.tryQuery(`
      begin;
      insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
      select id, gen_random_uuid(), '${month.toISOString()}', 100, 0.2159, 0.2794, 75, now()
      from (select id, row_number() over (order by id) as place from accounts where name = 'Bulk') accounts,
        generate_series(0, 1) twice
      where place % 3 = 0 or twice = 0;
      insert into carbon_offsets (account_id, id, project_id, methodology_id, date, mtco2e, price, status)
      select id, gen_random_uuid(), '${this.carbonProject}', (select id from methodologies limit 1),
        '${month.toISOString()}', 0.7, 7, 'processing'
      from accounts where name = 'Bulk' order by accounts.id limit ${carbonOffsetsAMonth};
      ${addFulfilment};
      ${closing(month)};
      commit`);
    // The connection may have been lost: the database knows whether the transaction was committed.
    const done = await this.observer.count(
      `from deposits where date = '${month.toISOString()}' and account_id in (select id from accounts where name = 'Bulk')`,
    );
    if (done === 0) return;
    this.#month = month;
    this.#filled++;
  }
}

const addFulfilment = `select graphile_worker.add_job('fulfil-carbon', '{}'::json, max_attempts => 3)`;

const closing = (month: Date): string =>
  `select graphile_worker.add_job('close-month', '{"month":"${isoMonth(month)}"}'::json, max_attempts => 16)`;

// Only transactions of the month close use these tables.
const tables =
  'settlements|settled_month|invoice_numbers|invoices|biomass_certificates|carbon_lots|carbon_allocations';

/** Whether a transaction of the month close is in progress. */
export const isMonthCloseRunning = async (observer: Observer): Promise<boolean> =>
  ((
    await observer.tryQuery<{ count: number }>(
      `select count(*)::int from pg_stat_activity
       where datname = 'regrove' and application_name <> 'observer' and state <> 'idle' and query ~ $1`,
      [tables],
    )
  )?.[0]?.count ?? 0) > 0;

const holder = `from pg_locks where locktype = 'advisory'
  and ((classid::bigint << 32) | objid::bigint) = hashtextextended(locked_by, 0)`;

/** The number of live workers that run a job of the month close. */
export const busyWorkers = async (observer: Observer): Promise<number> =>
  (
    await observer.tryQuery<{ count: number }>(
      `select count(distinct locked_by)::int from graphile_worker.jobs
       where task_identifier ~ 'month|carbon' and exists (select ${holder})`,
    )
  )?.[0]?.count ?? 0;

/** The number of jobs locked by workers whose process is gone. */
export const orphanedJobs = (observer: Observer): Promise<number> =>
  observer.count(`from graphile_worker.jobs where locked_by is not null and not exists (select ${holder})`);
