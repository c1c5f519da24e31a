import type { Context, TransactionContext } from '../../../database/context.js';
import { noCounters, type DeviceCounters } from './count-device.js';
import type { Counter } from './count-reading.js';
import type { Feed } from '../feed-store.js';
import {
  findCounters,
  saveCountersWithFacts,
  type CounterKey,
  type DeviceFacts,
  type StoredCounter,
} from './count-store.js';

/** By device name. */
export async function findDeviceCounters(
  { db }: Context,
  { accountId, id }: Feed,
  devices: readonly string[],
): Promise<Map<string, DeviceCounters>> {
  const known = new Map<string, DeviceCounters>();
  for (const { device, unit, ahead, ...counter } of await findCounters(db, accountId, id, devices)) {
    const half = unit === 'sheets' ? { sheets: counter, ahead } : { impressions: counter };
    known.set(device, { ...(known.get(device) ?? noCounters), ...half });
  }
  return known;
}

/** Both by device name. */
export const saveDevices = (
  { db }: TransactionContext,
  { accountId, id }: Feed,
  counters: ReadonlyMap<string, DeviceCounters>,
  facts: ReadonlyMap<string, DeviceFacts>,
): Promise<void> =>
  saveCountersWithFacts(
    db,
    accountId,
    id,
    [...facts].flatMap(([device, told]) => {
      const { sheets, impressions, ahead } = counters.get(device) ?? noCounters;
      return [
        ...kept({ device, unit: 'sheets' }, sheets, ahead),
        ...kept({ device, unit: 'impressions' }, impressions, 0),
      ].map((counter) => ({ ...counter, ...told }));
    }),
  );

const kept = (key: CounterKey, counter: Counter | undefined, ahead: number): StoredCounter[] =>
  counter ? [{ ...key, ...counter, ahead }] : [];
