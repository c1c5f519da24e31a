import type { KnownDevices } from './known-devices.js';
import type { Place } from './place.js';
import { isLessIdentified, isIdentified, isSameDevice } from './device-record.js';
import type { Observation } from './observation.js';

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
function mayBeAnother(observation: Observation, name: string | undefined, known: KnownDevices): boolean {
  // No device can be better identified.
  if (isIdentified(observation) && !observation.isByJobs) return false;
  const isOther = (place: Place): boolean => place.device !== name && isLessIdentified(observation, place);
  const here = known.places.at(observation);
  if (known.current(here).some(isOther)) return true;
  const isAtHome = here.some(({ device, state }) => device === name && state === 'home');
  return !isAtHome && known.silentAt(observation.address).some(isOther);
}

function identifyElsewhere(
  observation: Observation,
  { observations, places, devices }: KnownDevices,
): string {
  const { device, formerName } = observation;
  const moved = places.firstWithIdentity(observation);
  if (moved) return moved.device;
  const isFormer =
    formerName !== undefined &&
    devices.has(formerName) &&
    !devices.has(device) &&
    !places.has(formerName) &&
    // If several devices could have had this name, none gets it.
    observations.countWithSerial(observation) === 1;
  return isFormer ? formerName : device;
}
