import { identifyDevice, type Observation } from './identify-device.js';
import { DeviceIndex } from './device-index.js';
import type { Place } from './place.js';
import {
  isSamePlace,
  isLessIdentified,
  isIdentified,
  conflicts,
  isSameDevice,
  type DeviceRecord,
} from './device-record.js';

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

export interface CollectedDevices {
  /** In the feed's order, so that it does not matter who answers first. */
  readonly observations: readonly Observation[];
  readonly queried: ReadonlySet<string>;
  readonly places: readonly Place[];
  /** Devices that have been counted before. */
  readonly devices: ReadonlySet<string>;
  /** Those that have been read since this collection began: it knows nothing new of where they are. */
  readonly overtaken: ReadonlySet<string>;
}

/**
 * Says of everything that was read in one collection whether it counts, and what is to be remembered. A device is counted
 * at one place. It may move, but only where its old place is no longer queried, or somebody else answers there. In doubt it
 * waits: what it prints meanwhile is counted once the doubt is over.
 */
export function decidePlaces(collection: CollectedDevices): { decisions: Decision[]; places: Place[] } {
  const { queried, devices, overtaken } = collection;
  const observations = new DeviceIndex(collection.observations);
  const places = new DeviceIndex(collection.places);
  const named = collection.observations.map((observation): DeviceRecord | undefined => {
    const device = identifyDevice(observation, { observations, places, devices });
    const { formerName: _, ...record } = observation;
    return device === undefined ? undefined : { ...record, device };
  });
  const byDevice = new Map<string, DeviceRecord[]>();
  for (const record of named)
    if (record && !overtaken.has(record.device))
      byDevice.set(record.device, [...(byDevice.get(record.device) ?? []), record]);
  const verdicts = new Map<DeviceRecord, Verdict>();
  for (const records of byDevice.values()) {
    const counted = chooseOne(records, places, (place) => isGone(place, observations, queried));
    for (const [record, verdict] of judge(records, counted, places)) verdicts.set(record, verdict);
    remember(records, counted, places);
  }
  leave(places, queried);
  const decisions = collection.observations.map(({ device }, index): Decision => {
    const record = named[index];
    return record
      ? { device: record.device, verdict: verdicts.get(record) ?? 'counts' }
      : { device, verdict: 'incomplete' };
  });
  return { decisions, places: places.all };
}

/** Whoever was counted at an address that the feed no longer names may go on anywhere; who waits there waits in vain. */
function leave(places: DeviceIndex<Place>, queried: ReadonlySet<string>): void {
  for (const place of places.all.filter(({ address }) => !queried.has(address))) {
    if (place.state === 'home') places.put({ ...place, state: 'left' });
    if (place.state === 'waiting') places.remove(place);
  }
}

/** Whether a device is certainly no longer there: not queried for, or another one answers. */
function isGone(home: Place, observations: DeviceIndex<Observation>, queried: ReadonlySet<string>): boolean {
  const there = observations.at(home);
  const isAnother = there.every((other) => isIdentified(other) && !isSameDevice(other, home));
  return !queried.has(home.address) || (there.length > 0 && isAnother);
}

const homeOf = (device: string, places: DeviceIndex<Place>): Place | undefined =>
  places.of(device).find(({ state }) => state === 'home');

/** Of the places where a device was read at once, the one that counts, if that is certain. */
function chooseOne(
  records: readonly DeviceRecord[],
  places: DeviceIndex<Place>,
  isLeft: (home: Place) => boolean,
): DeviceRecord | undefined {
  const home = records[0] && homeOf(records[0].device, places);
  if (!home) return records[0];
  const isSameAddress = ({ address }: DeviceRecord): boolean => address === home.address;
  return (
    records.find((record) => isSamePlace(record, home)) ??
    records.find(isSameAddress) ??
    (isLeft(home) ? records[0] : undefined)
  );
}

/**
 * Whether what was counted may have been another device, or may have been counted by another name since. A name that was
 * once read at two places is never sure again.
 */
const startsOver = (counted: DeviceRecord, places: DeviceIndex<Place>): boolean => {
  const place = places.get(counted);
  if (place?.state === 'home') return false;
  // The address was named for another time: whoever is there now may be another one.
  if (place?.state === 'left' && !isIdentified(place)) return true;
  return places.of(counted.device).some(({ state }) => state === 'duplicate' || state === 'retired');
};

function judge(
  records: readonly DeviceRecord[],
  counted: DeviceRecord | undefined,
  places: DeviceIndex<Place>,
): Map<DeviceRecord, Verdict> {
  const verdict = counted && startsOver(counted, places) ? 'begins' : 'counts';
  return new Map(
    records.map((record) => [record, counted && isSamePlace(record, counted) ? verdict : 'elsewhere']),
  );
}

function remember(
  records: readonly DeviceRecord[],
  counted: DeviceRecord | undefined,
  places: DeviceIndex<Place>,
): void {
  const isNew = counted !== undefined && startsOver(counted, places);
  for (const record of records) {
    const isCounted = counted !== undefined && isSamePlace(record, counted);
    // Whoever is counted elsewhere only seems to be here: whoever is counted here stays.
    if (isCounted || !counted)
      for (const place of places.at(record))
        if (place.device !== record.device && isReplaced(place, record, isCounted))
          places.put({ ...place, state: 'retired' });
    const isDuplicate = counted !== undefined || places.get(record)?.state === 'duplicate';
    if (!isCounted) places.put({ ...record, state: isDuplicate ? 'duplicate' : 'waiting' });
  }
  if (!counted) return;
  const home = homeOf(counted.device, places);
  const { serial = null, uuid = null } = home ?? places.get(counted) ?? {};
  const former = places.of(counted.device).filter(({ state }) => state !== 'home' && state !== 'duplicate');
  // Who was counted at a place that was left may be one of the duplicates: there the name is not sure either.
  const isShared = places.of(counted.device).some(({ state }) => state === 'duplicate');
  for (const place of former)
    if (isShared) places.put({ ...place, state: 'duplicate' });
    else places.remove(place);
  if (home && isNew) places.put({ ...home, state: 'duplicate' });
  else if (home) places.remove(home);
  places.put({ ...counted, serial: counted.serial ?? serial, uuid: counted.uuid ?? uuid, state: 'home' });
}

/** Whether what is counted here from now on may be the same device, so that its pages must not count by the old name too. */
function isReplaced(place: Place, record: DeviceRecord, isCounted: boolean): boolean {
  if (place.state === 'home')
    return isLessIdentified(place, record) || (isCounted && conflicts(place, record));
  return (
    place.state === 'left' &&
    isCounted &&
    (isLessIdentified(record, place) || isLessIdentified(place, record) || conflicts(place, record))
  );
}
