import type { TransactionContext } from '../../../database/context.js';
import type { Origin } from '@regrove/printers/source';
import { findCounters, resetCounts } from '../counting/count-store.js';
import type { Feed } from '../feed-store.js';
import { decidePlaces, type Decision } from '../identity/decide-places.js';
import type { Observation } from '../identity/observation.js';
import { requireFewPlaces } from '../identity/place-limits.js';
import { savePlaces } from '../identity/place-store.js';
import type { IdentificationContext } from '../identity/identification-context.js';
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
  surroundings: IdentificationContext,
): Promise<IdentifiedReadings> {
  const isLocated = (reading: TimedReading): reading is Located => reading.origin !== undefined;
  const located = readings.filter(isLocated);
  if (located.length === 0) return { readings, unidentified: 0 };
  const certain = await identifiedOnly(tx, feed, inOrder(located, surroundings.listed), surroundings);
  const summedUp = await withJobTotals(tx, feed, certain);
  const others = readings.filter((reading) => !isLocated(reading));
  return { readings: [...others, ...summedUp], unidentified: located.length - certain.length };
}

/** In the feed's order of addresses, so that the result does not depend on which device answers first. */
function inOrder(readings: readonly Located[], listed: readonly string[]): Located[] {
  const order = new Map(listed.map((address, index) => [address, index]));
  const rank = ({ origin }: Located): number => order.get(origin.address) ?? listed.length;
  return [...readings].sort(
    (a, b) => rank(a) - rank(b) || a.origin.slot.localeCompare(b.origin.slot, 'en', { numeric: true }),
  );
}

async function identifiedOnly(
  tx: TransactionContext,
  feed: Feed,
  readings: readonly Located[],
  { queried, findPlaces, observe, findRestarts, limits }: IdentificationContext,
): Promise<TimedReading[]> {
  const { accountId, id } = feed;
  const observed = readings.map(observationOf);
  const { places: before, others } = await findPlaces(observed);
  const names = [...observed, ...before].map(({ device }) => device);
  const former = observed.flatMap(({ formerName }) => formerName ?? []);
  const counters = await findCounters(tx.db, accountId, id, [...new Set([...names, ...former])]);
  const known = { places: before, counters };
  const observations = observe(observed, known);
  const newest = readings.reduce(
    (time, { requestedAt }) => (requestedAt > time ? requestedAt : time),
    new Date(0),
  );
  const overtaken = new Set(counters.filter(({ readAt }) => readAt > newest).map(({ device }) => device));
  const { decisions, places } = decidePlaces({
    observations,
    queried,
    places: before,
    devices: new Set(counters.map(({ device }) => device)),
    overtaken,
  });
  requireFewPlaces(places, others, limits);
  await savePlaces(tx.db, accountId, id, { before, after: places });
  const timesNamed = new Map<string, number>();
  for (const { device } of decisions.slice(0, readings.length))
    timesNamed.set(device, (timesNamed.get(device) ?? 0) + 1);
  const isRestart = findRestarts(known);
  const outcomes = readings.map((reading, index) => {
    const { device, verdict } = decisions[index] as Decision;
    const counted = { device, origin: reading.origin, hasUniqueName: timesNamed.get(device) === 1 };
    const begins = verdict === 'counts' && !overtaken.has(device) && isRestart(counted);
    return { reading, device, verdict: begins ? ('begins' as const) : verdict };
  });
  const begun = outcomes.filter(({ verdict }) => verdict === 'begins').map(({ device }) => device);
  await resetCounts(tx.db, accountId, id, begun);
  const unidentified = outcomes.flatMap(({ reading, device, verdict }) =>
    verdict === 'elsewhere' || verdict === 'incomplete'
      ? [{ reading: unidentifiedReading(reading, device, verdict), place: reading.origin }]
      : [],
  );
  const counted = outcomes.filter(({ verdict }) => verdict === 'counts' || verdict === 'begins');
  // A reading that was sent twice is stored once.
  const lines = new Map(
    unidentified.map(({ reading }) => [
      `${reading.unit} ${reading.readAt.getTime()} ${reading.device}`,
      reading,
    ]),
  );
  if (lines.size > 0) await saveReadings(tx.db, accountId, id, [...lines.values()]);
  await recordUnidentified(tx, feed, {
    unidentified: unidentified.map(({ reading, place }) => ({ ...place, name: reading.device })),
    counted: counted.map(({ reading }) => reading.origin),
    queried,
    limits,
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
