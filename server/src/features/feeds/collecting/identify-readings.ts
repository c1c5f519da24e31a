import type { TransactionContext } from '../../../database/context.js';
import type { Origin } from '@regrove/printers/source';
import { findCounters, resetCounts } from '../counting/count-store.js';
import type { Feed } from '../feed-store.js';
import { decidePlaces, type Decision } from '../identity/decide-places.js';
import type { Observation } from '../identity/identify-device.js';
import { listPlaces, savePlaces } from '../identity/place-store.js';
import { recordUnidentified } from '../identity/unidentified.js';
import type { TimedReading } from './deposit-readings.js';
import { withJobTotals } from './job-totals.js';
import { saveReadings, type StoredReading } from './reading-store.js';

type Located = TimedReading & { readonly origin: Origin };

export interface IdentifiedReadings {
  readonly readings: readonly TimedReading[];
  /** The number of readings that were left out. */
  readonly unidentified: number;
}

/**
 * The readings of a collection that can be counted: each under the name by which its device is known, with a total that can
 * be compared with the previous one. The other readings are stored with the reason. The feed must be locked.
 */
export async function identifyReadings(
  tx: TransactionContext,
  feed: Feed,
  readings: readonly TimedReading[],
  queried: readonly string[],
): Promise<IdentifiedReadings> {
  const isLocated = (reading: TimedReading): reading is Located => reading.origin !== undefined;
  const located = readings.filter(isLocated);
  if (located.length === 0) return { readings, unidentified: 0 };
  const certain = await identifiedOnly(tx, feed, inOrder(located, queried), queried);
  const summedUp = await withJobTotals(tx, feed, certain);
  const others = readings.filter((reading) => !isLocated(reading));
  return { readings: [...others, ...summedUp], unidentified: located.length - certain.length };
}

/** In the feed's order of addresses, so that the result does not depend on which device answers first. */
function inOrder(readings: readonly Located[], queried: readonly string[]): Located[] {
  const order = new Map(queried.map((address, index) => [address, index]));
  const rank = ({ origin }: Located): number => order.get(origin.address) ?? queried.length;
  return [...readings].sort(
    (a, b) => rank(a) - rank(b) || a.origin.slot.localeCompare(b.origin.slot, 'en', { numeric: true }),
  );
}

async function identifiedOnly(
  tx: TransactionContext,
  feed: Feed,
  readings: readonly Located[],
  queried: readonly string[],
): Promise<TimedReading[]> {
  const { accountId, id } = feed;
  const before = await listPlaces(tx.db, accountId, id);
  const observations = readings.map(observationOf);
  const names = [...observations, ...before].map(({ device }) => device);
  const former = observations.flatMap(({ formerName }) => formerName ?? []);
  const counters = await findCounters(tx.db, accountId, id, [...new Set([...names, ...former])]);
  const requestedAt = readings[0]?.requestedAt ?? tx.clock();
  const { decisions, places } = decidePlaces({
    observations,
    queried: new Set(queried),
    places: before,
    devices: new Set(counters.map(({ device }) => device)),
    overtaken: new Set(counters.filter(({ readAt }) => readAt > requestedAt).map(({ device }) => device)),
  });
  await savePlaces(tx.db, accountId, id, { before, after: places });
  const begun = decisions.filter(({ verdict }) => verdict === 'begins').map(({ device }) => device);
  await resetCounts(tx.db, accountId, id, begun);
  const outcomes = readings.map((reading, index) => ({ reading, ...(decisions[index] as Decision) }));
  const unidentified = outcomes.flatMap(({ reading, device, verdict }) =>
    verdict === 'elsewhere' || verdict === 'incomplete'
      ? [{ reading: unidentifiedReading(reading, device, verdict), place: reading.origin }]
      : [],
  );
  const counted = outcomes.filter(({ verdict }) => verdict === 'counts' || verdict === 'begins');
  if (unidentified.length > 0)
    await saveReadings(
      tx.db,
      accountId,
      id,
      unidentified.map(({ reading }) => reading),
    );
  await recordUnidentified(tx, feed, {
    unidentified: unidentified.map(({ reading, place }) => ({ ...place, name: reading.device })),
    counted: counted.map(({ reading }) => reading.origin),
    queried: new Set(queried),
  });
  return counted.map(({ reading, device }) => ({ ...reading, device }));
}

const observationOf = ({ device, origin, jobs }: Located): Observation => ({
  device,
  address: origin.address,
  slot: origin.slot,
  serial: origin.serial ?? null,
  uuid: origin.uuid ?? null,
  isByJobs: jobs !== undefined,
  formerName: origin.formerName,
});

/** The name includes the place, because the bare name belongs to the device that is counted. */
const unidentifiedReading = (
  { origin: { address, slot }, unit, readAt, total, managed }: Located,
  device: string,
  note: 'elsewhere' | 'incomplete',
): StoredReading => {
  const place = slot === '' ? address : `${address}/${slot}`;
  const name = device === place || device === address ? place : `${device} (${place})`;
  return { device: name, unit, readAt, total, managed: managed ?? null, pages: 0, note };
};
