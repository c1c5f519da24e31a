import type { DeviceIndex } from './device-index.js';
import type { Place } from './place.js';
import {
  isSamePlace,
  isLessIdentified,
  isIdentified,
  isSameDevice,
  type DeviceRecord,
} from './device-record.js';

/** A device as it was read, under the name that it would have if nobody knew it. */
export interface Observation extends DeviceRecord {
  /** What it was known by before names were made as they are today. */
  readonly formerName: string | undefined;
}

export interface Known {
  readonly observations: DeviceIndex<Observation>;
  readonly places: DeviceIndex<Place>;
  /** Devices that have been counted before; some of them before places were remembered. */
  readonly devices: ReadonlySet<string>;
}

/** What the device is known by; undefined where it may be one that is known by more than it says today. */
export function identifyDevice(observation: Observation, known: Known): string | undefined {
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

/** Of all that were known here by one serial number, those that still count: the others gave way to them. */
function withoutRetired(places: readonly Place[], { serial }: Observation): readonly Place[] {
  const counting = places.filter(({ state }) => state !== 'retired');
  return serial !== null && counting.length > 0 ? counting : places;
}

/** Whether it may be a device that is known here by more, or one of the same address that nobody has seen today. */
function mayBeAnother(
  observation: Observation,
  name: string | undefined,
  { observations, places }: Known,
): boolean {
  const isAtHome = places.at(observation).some(({ device, state }) => device === name && state === 'home');
  return places
    .atAddress(observation)
    .filter(({ device, state }) => device !== name && state !== 'left' && state !== 'retired')
    .filter((place) => !isSeenElsewhere(place, { observations, places }))
    .filter((place) => isSamePlace(place, observation) || (!isAtHome && observations.at(place).length === 0))
    .some((place) => isLessIdentified(observation, place));
}

/** Whether the device was here by mistake, or is another one of the same name: it is where it is counted, today as well. */
const isSeenElsewhere = (
  { device, state }: Place,
  { observations, places }: Pick<Known, 'observations' | 'places'>,
): boolean =>
  state === 'duplicate' &&
  places
    .of(device)
    .some(
      (home) =>
        home.state === 'home' && observations.at(home).some((observation) => isSameDevice(observation, home)),
    );

function identifyElsewhere(observation: Observation, { observations, places, devices }: Known): string {
  const { device, formerName } = observation;
  const [moved] = places.withIdentity(observation);
  if (moved) return moved.device;
  const isFormer =
    formerName !== undefined &&
    devices.has(formerName) &&
    !devices.has(device) &&
    places.of(formerName).length === 0 &&
    // Of several that could be meant, none is.
    observations.withSerial(observation).length === 1;
  return isFormer ? formerName : device;
}
