import type { TransactionContext } from '../../../database/context.js';
import { countPrintJobs } from '../counting/count-print-jobs.js';
import {
  findCounters,
  findJobProgress,
  resetCounts,
  saveCounters,
  saveJobProgress,
  type StoredCounter,
} from '../counting/count-store.js';
import type { Feed } from '../feed-store.js';
import type { TimedReading } from './deposit-readings.js';

/** Gives devices without a counter a total that only increases, from the jobs that they remember. */
export async function withJobTotals(
  tx: TransactionContext,
  { accountId, id }: Feed,
  readings: readonly TimedReading[],
): Promise<TimedReading[]> {
  const devices = readings.filter(({ jobs }) => jobs !== undefined).map(({ device }) => device);
  if (devices.length === 0) return [...readings];
  const counters = await findCounters(tx.db, accountId, id, devices);
  const progress = new Map(
    (await findJobProgress(tx.db, accountId, id, devices)).map((jobs) => [jobs.device, jobs]),
  );
  const result: TimedReading[] = [];
  for (const { jobs, ...reading } of readings) {
    const { device, unit, requestedAt } = reading;
    const ofDevice = counters.filter((one) => one.device === device);
    const counter = ofDevice.find((one) => one.unit === unit);
    const isOvertaken = ofDevice.some(({ readAt }) => requestedAt < readAt);
    if (!jobs || isOvertaken) {
      // A newer reading has been counted already, so this one must add nothing.
      if (!jobs) result.push(reading);
      else if (counter) result.push({ ...reading, total: counter.mark });
      continue;
    }
    const known = progress.get(device);
    const before = known?.total ?? counter?.mark ?? reading.total;
    const counted = countPrintJobs(known, jobs);
    const total = counted.isReset ? reading.total : before + counted.pages;
    if (counted.isReset) await resetCounts(tx.db, accountId, id, [device]);
    // If the jobs now report another unit, its counter continues where the other ended. Sheets need no such start, since
    // pages counted by impressions are subtracted from them.
    else if (known && (!counter || (unit === 'impressions' && isBehind(counter, ofDevice))))
      await saveCounters(tx.db, accountId, id, [
        { device, unit, mark: before, readAt: requestedAt, ahead: 0 },
      ]);
    await saveJobProgress(tx.db, accountId, id, { device, ...counted.progress, total });
    result.push({ ...reading, total });
  }
  return result;
}

/** Whether another counter of the device has been read more recently. */
const isBehind = (counter: StoredCounter, ofDevice: readonly StoredCounter[]): boolean =>
  ofDevice.some(({ readAt }) => readAt > counter.readAt);
