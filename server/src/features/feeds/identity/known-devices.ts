import type { Context, TransactionContext } from '../../../database/context.js';
import { unknownDevice, type KnownDevice } from '../counting/count-device.js';
import type { Counter } from '../counting/count-reading.js';
import type { Feed } from '../feed-store.js';
import { countersOf, keepCounters, type CounterKey, type KeptCounter } from '../collecting/reading-store.js';

/** How far these devices of a feed have been counted, by their keys. */
export async function knownDevices(
  { db }: Context,
  { accountId, id }: Feed,
  devices: readonly string[],
): Promise<Map<string, KnownDevice>> {
  const known = new Map<string, KnownDevice>();
  for (const { device, unit, ahead, ...counter } of await countersOf(db, accountId, id, devices)) {
    const half = unit === 'sheets' ? { sheets: counter, ahead } : { impressions: counter };
    known.set(device, { ...(known.get(device) ?? unknownDevice), ...half });
  }
  return known;
}

export const keepDevices = (
  { db }: TransactionContext,
  { accountId, id }: Feed,
  known: ReadonlyMap<string, KnownDevice>,
): Promise<void> =>
  keepCounters(
    db,
    accountId,
    id,
    [...known].flatMap(([device, { sheets, impressions, ahead }]) => [
      ...kept({ device, unit: 'sheets' }, sheets, ahead),
      ...kept({ device, unit: 'impressions' }, impressions, 0),
    ]),
  );

const kept = (key: CounterKey, counter: Counter | undefined, ahead: number): KeptCounter[] =>
  counter ? [{ ...key, ...counter, ahead }] : [];
