import type { DeviceIndex } from './device-index.js';
import type { Place } from './place.js';
import {
  isSamePlace,
  isLessIdentified,
  isIdentified,
  isSameDevice,
  type DeviceRecord,
} from './device-record.js';

/** A device as it was read. `device` is the name that it would have as a new device. */
export interface Observation extends DeviceRecord {
  /** The name that earlier versions gave to the device. */
  readonly formerName: string | undefined;
}

export interface KnownDevices {
  readonly observations: DeviceIndex<Observation>;
  readonly places: DeviceIndex<Place>;
  /** Devices with a stored count, including those from before places were stored. */
  readonly devices: ReadonlySet<string>;
}

/** The name by which the device is known; undefined if it may be a known device that reports less than usual. */
export function identifyDevice(observation: Observation, known: KnownDevices): string | undefined {
  const here = known.places.at(observation).filter(({ isByJobs }) => isByJobs === observation.isByJobs);
  const alike = here.filter((place) =>
    isIdentified(observation) ? isSameDevice(place, observation) : !isIdentified(place),
  );
  const same = withoutRetired(alike, observation);
  const place = same.find(({ device }) => device === observation.device) ?? same[0];
  if (mayBeAnother(observation, place?.device, known)) return undefined;
  if (!place) return isIdentified(observation) ? identifyElsewhere(observation, known) : observation.device;
  const isClear = place.device === observation.device || same.length === 1;
  return isClear ? place.device : undefined;
}

/** Of several places with the same serial number, those that are not retired. */
function withoutRetired(places: readonly Place[], { serial }: Observation): readonly Place[] {
  const counting = places.filter(({ state }) => state !== 'retired');
  return serial !== null && counting.length > 0 ? counting : places;
}

/** Whether it may be a better identified device of this place, or one of this address that was not read this time. */
function mayBeAnother(
  observation: Observation,
  name: string | undefined,
  { observations, places }: KnownDevices,
): boolean {
  const isAtHome = places.at(observation).some(({ device, state }) => device === name && state === 'home');
  return places
    .atAddress(observation)
    .filter(({ device, state }) => device !== name && state !== 'left' && state !== 'retired')
    .filter((place) => !isSeenElsewhere(place, { observations, places }))
    .filter((place) => isSamePlace(place, observation) || (!isAtHome && observations.at(place).length === 0))
    .some((place) => isLessIdentified(observation, place));
}

/** Whether the device was only read here once or by mistake: this time it is at the place where it is counted. */
const isSeenElsewhere = (
  { device, state }: Place,
  { observations, places }: Pick<KnownDevices, 'observations' | 'places'>,
): boolean =>
  state === 'duplicate' &&
  places
    .of(device)
    .some(
      (home) =>
        home.state === 'home' && observations.at(home).some((observation) => isSameDevice(observation, home)),
    );

function identifyElsewhere(
  observation: Observation,
  { observations, places, devices }: KnownDevices,
): string {
  const { device, formerName } = observation;
  const [moved] = places.withIdentity(observation);
  if (moved) return moved.device;
  const isFormer =
    formerName !== undefined &&
    devices.has(formerName) &&
    !devices.has(device) &&
    places.of(formerName).length === 0 &&
    // If several devices could have had this name, none gets it.
    observations.withSerial(observation).length === 1;
  return isFormer ? formerName : device;
}
