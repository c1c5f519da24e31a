import { nameDevice, type Sighting } from './name-device.js';
import { Traces, type Place } from './place-book.js';
import { isAt, isLesser, isNamed, isRival, isSameDevice, type Trace } from './same-device.js';

/**
 * - `counts`: it is compared with its last reading.
 * - `begins`: it is a baseline, whatever was read of this name before.
 * - `elsewhere`: passed over, since the name belongs to another place.
 * - `incomplete`: passed over, since it may be a device that is known here and does not say so today.
 */
export type Verdict = 'counts' | 'begins' | 'elsewhere' | 'incomplete';

export interface Decision {
  /** What the device is known by, which is not always what it would be called today. */
  readonly device: string;
  readonly verdict: Verdict;
}

export interface Collection {
  /** In the feed's order, so that it does not matter who answers first. */
  readonly sightings: readonly Sighting[];
  readonly asked: ReadonlySet<string>;
  readonly places: readonly Place[];
  /** Devices that have been counted before. */
  readonly devices: ReadonlySet<string>;
  /** Those that have been read since this collection began: it knows nothing new of where they are. */
  readonly overtaken: ReadonlySet<string>;
}

/**
 * Says of everything that was read in one collection whether it counts, and what is to be remembered. A device is counted
 * at one place. It may move, but only where its old place is no longer asked, or somebody else answers there. In doubt it
 * waits: what it prints meanwhile is counted once the doubt is over.
 */
export function decidePlaces(collection: Collection): { decisions: Decision[]; places: Place[] } {
  const { asked, devices, overtaken } = collection;
  const sightings = new Traces(collection.sightings);
  const places = new Traces(collection.places);
  const named = collection.sightings.map((sighting): Trace | undefined => {
    const device = nameDevice(sighting, { sightings, places, devices });
    const { formerly: _, ...trace } = sighting;
    return device === undefined ? undefined : { ...trace, device };
  });
  const byDevice = new Map<string, Trace[]>();
  for (const trace of named)
    if (trace && !overtaken.has(trace.device))
      byDevice.set(trace.device, [...(byDevice.get(trace.device) ?? []), trace]);
  const verdicts = new Map<Trace, Verdict>();
  for (const traces of byDevice.values()) {
    const counted = chooseOne(traces, places, (place) => isGone(place, sightings, asked));
    for (const [trace, verdict] of judge(traces, counted, places)) verdicts.set(trace, verdict);
    remember(traces, counted, places);
  }
  leave(places, asked);
  const decisions = collection.sightings.map(({ device }, index): Decision => {
    const trace = named[index];
    return trace
      ? { device: trace.device, verdict: verdicts.get(trace) ?? 'counts' }
      : { device, verdict: 'incomplete' };
  });
  return { decisions, places: places.all };
}

/** Whoever was counted at an address that the feed no longer names may go on anywhere; who waits there waits in vain. */
function leave(places: Traces<Place>, asked: ReadonlySet<string>): void {
  for (const place of places.all.filter(({ address }) => !asked.has(address))) {
    if (place.state === 'home') places.put({ ...place, state: 'left' });
    if (place.state === 'waiting') places.remove(place);
  }
}

/** Whether a device is certainly no longer there: not asked for, or another one answers. */
function isGone(home: Place, sightings: Traces<Sighting>, asked: ReadonlySet<string>): boolean {
  const there = sightings.at(home);
  const isAnother = there.every((other) => isNamed(other) && !isSameDevice(other, home));
  return !asked.has(home.address) || (there.length > 0 && isAnother);
}

const homeOf = (device: string, places: Traces<Place>): Place | undefined =>
  places.of(device).find(({ state }) => state === 'home');

/** Of the places where a device was read at once, the one that counts, if that is certain. */
function chooseOne(
  traces: readonly Trace[],
  places: Traces<Place>,
  isLeft: (home: Place) => boolean,
): Trace | undefined {
  const home = traces[0] && homeOf(traces[0].device, places);
  if (!home) return traces[0];
  const isSameAddress = ({ address }: Trace): boolean => address === home.address;
  return (
    traces.find((trace) => isAt(trace, home)) ??
    traces.find(isSameAddress) ??
    (isLeft(home) ? traces[0] : undefined)
  );
}

/**
 * Whether what was counted may have been another device, or may have been counted by another name since. A name that was
 * once read at two places is never sure again.
 */
const isAnew = (counted: Trace, places: Traces<Place>): boolean => {
  const place = places.get(counted);
  if (place?.state === 'home') return false;
  // The address was named for another time: whoever is there now may be another one.
  if (place?.state === 'left' && !isNamed(place)) return true;
  return places.of(counted.device).some(({ state }) => state === 'twin' || state === 'retired');
};

function judge(
  traces: readonly Trace[],
  counted: Trace | undefined,
  places: Traces<Place>,
): Map<Trace, Verdict> {
  const verdict = counted && isAnew(counted, places) ? 'begins' : 'counts';
  return new Map(traces.map((trace) => [trace, counted && isAt(trace, counted) ? verdict : 'elsewhere']));
}

function remember(traces: readonly Trace[], counted: Trace | undefined, places: Traces<Place>): void {
  const isNew = counted !== undefined && isAnew(counted, places);
  for (const trace of traces) {
    const isCounted = counted !== undefined && isAt(trace, counted);
    // Whoever is counted elsewhere only seems to be here: whoever is counted here stays.
    if (isCounted || !counted)
      for (const place of places.at(trace))
        if (place.device !== trace.device && isReplaced(place, trace, isCounted))
          places.put({ ...place, state: 'retired' });
    const isTwin = counted !== undefined || places.get(trace)?.state === 'twin';
    if (!isCounted) places.put({ ...trace, state: isTwin ? 'twin' : 'waiting' });
  }
  if (!counted) return;
  const home = homeOf(counted.device, places);
  const { serial = null, uuid = null } = home ?? places.get(counted) ?? {};
  const former = places.of(counted.device).filter(({ state }) => state !== 'home' && state !== 'twin');
  // Who was counted at a place that was left may be one of the twins: there the name is not sure either.
  const isShared = places.of(counted.device).some(({ state }) => state === 'twin');
  for (const place of former)
    if (isShared) places.put({ ...place, state: 'twin' });
    else places.remove(place);
  if (home && isNew) places.put({ ...home, state: 'twin' });
  else if (home) places.remove(home);
  places.put({ ...counted, serial: counted.serial ?? serial, uuid: counted.uuid ?? uuid, state: 'home' });
}

/** Whether what is counted here from now on may be the same device, so that its pages must not count by the old name too. */
function isReplaced(place: Place, trace: Trace, isCounted: boolean): boolean {
  if (place.state === 'home') return isLesser(place, trace) || (isCounted && isRival(place, trace));
  return (
    place.state === 'left' &&
    isCounted &&
    (isLesser(trace, place) || isLesser(place, trace) || isRival(place, trace))
  );
}
