import { identifyDevice } from './identify-device.js';
import type { Observation } from './observation.js';
import { DeviceIndex } from './device-index.js';
import { KnownDevices } from './known-devices.js';
import { PlaceIndex } from './place-index.js';
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
 * - `counts`: compared with the previous reading of the device.
 * - `begins`: a new baseline, whatever was read under this name before.
 * - `elsewhere`: not counted, because the name belongs to another place.
 * - `incomplete`: not counted, because it may be a known device that does not report its full identity this time.
 */
export type Verdict = 'counts' | 'begins' | 'elsewhere' | 'incomplete';

export interface Decision {
  /** The name by which the device is known. It may differ from the name in this reading. */
  readonly device: string;
  readonly verdict: Verdict;
}

/** A set, or what else knows which addresses are in it. */
export type Addresses = Pick<ReadonlySet<string>, 'has'>;

export interface CollectedDevices {
  /** In the feed's order, so that the result does not depend on which device answers first. */
  readonly observations: readonly Observation[];
  /** The addresses that were queried, including those that did not answer. */
  readonly queried: Addresses;
  /** As stored by the previous collection. */
  readonly places: readonly Place[];
  /** Devices with a stored count. */
  readonly devices: ReadonlySet<string>;
  /** Devices that were read after this collection began. Their places stay as they are. */
  readonly overtaken: ReadonlySet<string>;
}

/**
 * Decides for every observation of a collection whether it is counted, and updates the places. A device is counted at one
 * place only. It moves when its old place is no longer queried or another device answers there. In doubt it is not counted:
 * its pages are counted later, when its place is certain.
 */
export function decidePlaces(collection: CollectedDevices): { decisions: Decision[]; places: Place[] } {
  const { queried, devices, overtaken } = collection;
  const observations = new DeviceIndex(collection.observations);
  const places = new PlaceIndex(collection.places);
  const known = new KnownDevices(observations, places, devices);
  const named = collection.observations.map((observation): DeviceRecord | undefined => {
    const device = identifyDevice(observation, known);
    const { formerName: _, ...record } = observation;
    return device === undefined ? undefined : { ...record, device };
  });
  const byDevice = new Map<string, DeviceRecord[]>();
  for (const record of named) {
    if (!record || overtaken.has(record.device)) continue;
    const records = byDevice.get(record.device);
    if (records) records.push(record);
    else byDevice.set(record.device, [record]);
  }
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

/** Updates places at addresses that the feed no longer names. */
function leave(places: PlaceIndex, queried: Addresses): void {
  for (const place of places.all.filter(({ address }) => !queried.has(address))) {
    if (place.state === 'home') places.put({ ...place, state: 'left' });
    if (place.state === 'waiting') places.remove(place);
  }
}

/** Whether a device has certainly left its place: the address is not queried, or another device answers there. */
function isGone(home: Place, observations: DeviceIndex<Observation>, queried: Addresses): boolean {
  const there = observations.at(home);
  const isAnother = there.every((other) => isIdentified(other) && !isSameDevice(other, home));
  return !queried.has(home.address) || (there.length > 0 && isAnother);
}

/** The place to count if a device was read at several places; undefined if it is uncertain. */
function chooseOne(
  records: readonly DeviceRecord[],
  places: PlaceIndex,
  isLeft: (home: Place) => boolean,
): DeviceRecord | undefined {
  const home = records[0] && places.homeOf(records[0].device);
  if (!home) return records[0];
  const isSameAddress = ({ address }: DeviceRecord): boolean => address === home.address;
  return (
    records.find((record) => isSamePlace(record, home)) ??
    records.find(isSameAddress) ??
    (isLeft(home) ? records[0] : undefined)
  );
}

/**
 * Whether the stored count may belong to another device, or its pages may have been counted under another name since. Once a
 * name has been read at two places at the same time, it stays uncertain.
 */
const startsOver = (counted: DeviceRecord, places: PlaceIndex): boolean => {
  const place = places.get(counted);
  if (place?.state === 'home') return false;
  // The feed did not name the address for a while, so the device there may be another one.
  if (place?.state === 'left' && !isIdentified(place)) return true;
  return places.of(counted.device).some(({ state }) => state === 'duplicate' || state === 'retired');
};

function judge(
  records: readonly DeviceRecord[],
  counted: DeviceRecord | undefined,
  places: PlaceIndex,
): Map<DeviceRecord, Verdict> {
  const verdict = counted && startsOver(counted, places) ? 'begins' : 'counts';
  return new Map(
    records.map((record) => [record, counted && isSamePlace(record, counted) ? verdict : 'elsewhere']),
  );
}

function remember(
  records: readonly DeviceRecord[],
  counted: DeviceRecord | undefined,
  places: PlaceIndex,
): void {
  const isNew = counted !== undefined && startsOver(counted, places);
  for (const record of records) {
    const isCounted = counted !== undefined && isSamePlace(record, counted);
    // A device that is counted elsewhere does not replace the one that is counted here.
    if (isCounted || !counted)
      for (const place of places.at(record))
        if (place.device !== record.device && isReplaced(place, record, isCounted))
          places.put({ ...place, state: 'retired' });
    const isDuplicate = counted !== undefined || places.get(record)?.state === 'duplicate';
    if (!isCounted) places.put({ ...record, state: isDuplicate ? 'duplicate' : 'waiting' });
  }
  if (!counted) return;
  const home = places.homeOf(counted.device);
  const { serial = null, uuid = null } = home ?? places.get(counted) ?? {};
  const former = places.of(counted.device).filter(({ state }) => state !== 'home' && state !== 'duplicate');
  // If the name has duplicates, the device at a former place may be one of them.
  const isShared = places.of(counted.device).some(({ state }) => state === 'duplicate');
  for (const place of former)
    if (isShared) places.put({ ...place, state: 'duplicate' });
    else places.remove(place);
  if (home && isNew) places.put({ ...home, state: 'duplicate' });
  else if (home) places.remove(home);
  places.put({ ...counted, serial: counted.serial ?? serial, uuid: counted.uuid ?? uuid, state: 'home' });
}

/** Whether the new device may be the one known at this place, so that its pages must not also be counted under the old name. */
function isReplaced(place: Place, record: DeviceRecord, isCounted: boolean): boolean {
  if (place.state === 'home')
    return isLessIdentified(place, record) || (isCounted && conflicts(place, record));
  return (
    place.state === 'left' &&
    isCounted &&
    (isLessIdentified(record, place) || isLessIdentified(place, record) || conflicts(place, record))
  );
}
