import { decidePlaces, type CollectedDevices } from '../../src/features/feeds/identity/decide-places.js';
import type { Observation } from '../../src/features/feeds/identity/observation.js';
import type { Place } from '../../src/features/feeds/identity/place.js';

interface Seen {
  readonly at: string;
  readonly slot?: string;
  readonly serial?: string;
  readonly uuid?: string;
  readonly byJobs?: boolean;
  /** Its name as a new device; by default, the one that a source would give it. */
  readonly as?: string;
}

const observation = ({ at, slot = '1', serial, uuid, byJobs = false, as }: Seen): Observation => {
  const name = [serial, uuid].filter((part) => part !== undefined).join(' ') || at;
  return {
    device: as ?? (byJobs ? `${name} jobs` : name),
    address: at,
    slot,
    serial: serial ?? null,
    uuid: uuid ?? null,
    isByJobs: byJobs,
    formerName: serial !== undefined && uuid !== undefined ? serial : undefined,
  };
};

/** Each collection returns `device verdict` for every observation, and the next one continues from there. */
export function feedOfPlaces(start: Partial<Pick<CollectedDevices, 'places' | 'devices'>> = {}) {
  let places: readonly Place[] = start.places ?? [];
  const devices = new Set(start.devices);
  return {
    collect: (
      seen: readonly Seen[],
      { queried = ['a', 'b', 'c'], overtaken = [] }: { queried?: string[]; overtaken?: string[] } = {},
    ): string[] => {
      const observations = seen.map(observation);
      const outcome = decidePlaces({
        observations,
        queried: new Set(queried),
        places,
        devices,
        overtaken: new Set(overtaken),
      });
      places = outcome.places;
      for (const { device, verdict } of outcome.decisions)
        if (verdict === 'counts' || verdict === 'begins') devices.add(device);
      return outcome.decisions.map(({ device, verdict }) => `${device} ${verdict}`);
    },
  };
}
