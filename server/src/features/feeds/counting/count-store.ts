import type { AccountId } from '../../accounts/account.js';
import { columnParameters, type ColumnTypes } from '../../../database/column-parameters.js';
import type { Database, Transaction } from '../../../database/database.js';
import { statement } from '../../../database/statement.js';
import type { Unit } from '@regrove/printers/source';
import type { PrintJobProgress } from './count-print-jobs.js';
import type { Counter } from './count-reading.js';

/** Identifies one of the counters of a device. */
export interface CounterKey {
  readonly device: string;
  readonly unit: Unit;
}

export interface StoredCounter extends CounterKey, Counter {
  /** Only for sheets: see `DeviceCounters.ahead`. */
  readonly ahead: number;
}

/** What some readings tell about a device besides its counters. */
export interface DeviceFacts {
  /** Null: not told. */
  readonly name: string | null;
  readonly model: string | null;
  /** The first day of a month, and what the device printed in it according to these readings. */
  readonly month: string;
  readonly monthPages: number;
}

const counterColumns = {
  device: 'text',
  unit: 'text',
  mark: 'bigint',
  readAt: 'timestamptz',
  ahead: 'bigint',
} satisfies ColumnTypes<keyof StoredCounter>;
const counter = columnParameters(3, counterColumns);
const counterWithFacts = columnParameters(3, {
  ...counterColumns,
  name: 'text',
  model: 'text',
  month: 'date',
  monthPages: 'bigint',
} satisfies ColumnTypes<keyof StoredCounter | keyof DeviceFacts>);

const selectCounters = statement<StoredCounter>(`
  select ${counter.names} from feed_devices
  where account_id = $1 and feed_id = $2 and device = any($3::text[])`);

export const findCounters = (
  db: Database,
  account: AccountId,
  feedId: string,
  devices: readonly string[],
): Promise<StoredCounter[]> => db.rows(selectCounters, [account, feedId, devices]);

const upsert = (columns: { names: string; lists: string }): string => `
  insert into feed_devices (account_id, feed_id, ${columns.names})
  select $1, $2, * from unnest(${columns.lists})
  on conflict (account_id, feed_id, device, unit) do update
    set mark = excluded.mark, read_at = excluded.read_at, ahead = excluded.ahead`;

const upsertCounters = statement(upsert(counter));

export async function saveCounters(
  db: Transaction,
  account: AccountId,
  feedId: string,
  counters: readonly StoredCounter[],
): Promise<void> {
  await db.rows(upsertCounters, [account, feedId, ...counter.listsOf(counters)]);
}

// All rows of a device say the same. One that is new begins later, so the largest sum of a month is the whole.
const upsertCountersWithFacts = statement(`${upsert(counterWithFacts)},
    name = coalesce(excluded.name, feed_devices.name), model = coalesce(excluded.model, feed_devices.model),
    month = greatest(feed_devices.month, excluded.month),
    month_pages = case
      when feed_devices.month = excluded.month then feed_devices.month_pages + excluded.month_pages
      when feed_devices.month > excluded.month then feed_devices.month_pages
      else excluded.month_pages end`);

/** Each device with all its counters. */
export async function saveCountersWithFacts(
  db: Transaction,
  account: AccountId,
  feedId: string,
  counters: readonly (StoredCounter & DeviceFacts)[],
): Promise<void> {
  await db.rows(upsertCountersWithFacts, [account, feedId, ...counterWithFacts.listsOf(counters)]);
}

export interface StoredJobProgress extends PrintJobProgress {
  readonly device: string;
  /** The pages of all jobs so far. */
  readonly total: number;
}

const selectJobs = statement<StoredJobProgress>(`
  select device, last_job, open_jobs, total from feed_jobs
  where account_id = $1 and feed_id = $2 and device = any($3::text[])`);

export const findJobProgress = (
  db: Database,
  account: AccountId,
  feedId: string,
  devices: readonly string[],
): Promise<StoredJobProgress[]> => db.rows(selectJobs, [account, feedId, devices]);

const upsertJobs = statement(`
  insert into feed_jobs (account_id, feed_id, device, last_job, open_jobs, total) values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, feed_id, device) do update
    set last_job = excluded.last_job, open_jobs = excluded.open_jobs, total = excluded.total`);

export async function saveJobProgress(
  db: Transaction,
  account: AccountId,
  feedId: string,
  { device, lastJob, openJobs, total }: StoredJobProgress,
): Promise<void> {
  await db.rows(upsertJobs, [account, feedId, device, lastJob, openJobs, total]);
}

const deleteCounters = statement(
  'delete from feed_devices where account_id = $1 and feed_id = $2 and device = any($3::text[])',
);
const deleteJobs = statement(
  'delete from feed_jobs where account_id = $1 and feed_id = $2 and device = any($3::text[])',
);

/** The next reading of these devices becomes a baseline. Their stored readings stay. */
export async function resetCounts(
  db: Transaction,
  account: AccountId,
  feedId: string,
  devices: readonly string[],
): Promise<void> {
  if (devices.length === 0) return;
  await db.rows(deleteCounters, [account, feedId, devices]);
  await db.rows(deleteJobs, [account, feedId, devices]);
}
