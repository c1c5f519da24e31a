import type { Context, TransactionContext } from '../../../database/context.js';
import { noCounters, type DeviceCounters } from './count-device.js';
import type { Counter } from './count-reading.js';
import type { Feed } from '../feed-store.js';
import { findCounters, saveCounters, type CounterKey, type StoredCounter } from './count-store.js';

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

export const saveDeviceCounters = (
  { db }: TransactionContext,
  { accountId, id }: Feed,
  known: ReadonlyMap<string, DeviceCounters>,
): Promise<void> =>
  saveCounters(
    db,
    accountId,
    id,
    [...known].flatMap(([device, { sheets, impressions, ahead }]) => [
      ...kept({ device, unit: 'sheets' }, sheets, ahead),
      ...kept({ device, unit: 'impressions' }, impressions, 0),
    ]),
  );

const kept = (key: CounterKey, counter: Counter | undefined, ahead: number): StoredCounter[] =>
  counter ? [{ ...key, ...counter, ahead }] : [];
