import type { Place, Traces } from './place-book.js';
import { isAt, isLesser, isNamed, isSameDevice, type Trace } from './same-device.js';

/** A device as it was read, under the name that it would have if nobody knew it. */
export interface Sighting extends Trace {
  /** What it was known by before names were made as they are today. */
  readonly formerly: string | undefined;
}

export interface Known {
  readonly sightings: Traces<Sighting>;
  readonly places: Traces<Place>;
  /** Devices that have been counted before; some of them before places were remembered. */
  readonly devices: ReadonlySet<string>;
}

/** What the device is known by; undefined where it may be one that is known by more than it says today. */
export function nameDevice(sighting: Sighting, known: Known): string | undefined {
  const here = known.places.at(sighting).filter(({ isByJobs }) => isByJobs === sighting.isByJobs);
  const alike = here.filter((place) => (isNamed(sighting) ? isSameDevice(place, sighting) : !isNamed(place)));
  const same = withoutRetired(alike, sighting);
  const place = same.find(({ device }) => device === sighting.device) ?? same[0];
  if (mayBeAnother(sighting, place?.device, known)) return undefined;
  if (!place) return isNamed(sighting) ? nameElsewhere(sighting, known) : sighting.device;
  const isClear = place.device === sighting.device || same.length === 1;
  return isClear ? place.device : undefined;
}

/** Of all that were known here by one serial number, those that still count: the others gave way to them. */
function withoutRetired(places: readonly Place[], { serial }: Sighting): readonly Place[] {
  const counting = places.filter(({ state }) => state !== 'retired');
  return serial !== null && counting.length > 0 ? counting : places;
}

/** Whether it may be a device that is known here by more, or one of the same address that nobody has seen today. */
function mayBeAnother(sighting: Sighting, name: string | undefined, { sightings, places }: Known): boolean {
  const isAtHome = places.at(sighting).some(({ device, state }) => device === name && state === 'home');
  return places
    .atAddress(sighting)
    .filter(({ device, state }) => device !== name && state !== 'left' && state !== 'retired')
    .filter((place) => !isSeenElsewhere(place, { sightings, places }))
    .filter((place) => isAt(place, sighting) || (!isAtHome && sightings.at(place).length === 0))
    .some((place) => isLesser(sighting, place));
}

/** Whether the device was here by mistake, or is another one of the same name: it is where it is counted, today as well. */
const isSeenElsewhere = (
  { device, state }: Place,
  { sightings, places }: Pick<Known, 'sightings' | 'places'>,
): boolean =>
  state === 'twin' &&
  places
    .of(device)
    .some(
      (home) => home.state === 'home' && sightings.at(home).some((sighting) => isSameDevice(sighting, home)),
    );

function nameElsewhere(sighting: Sighting, { sightings, places, devices }: Known): string {
  const { device, formerly } = sighting;
  const [moved] = places.withIdentity(sighting);
  if (moved) return moved.device;
  const isFormer =
    formerly !== undefined &&
    devices.has(formerly) &&
    !devices.has(device) &&
    places.of(formerly).length === 0 &&
    // Of several that could be meant, none is.
    sightings.withSerial(sighting).length === 1;
  return isFormer ? formerly : device;
}
