import type { DeviceIndex } from './device-index.js';
import { isSameDevice } from './device-record.js';
import type { Observation } from './observation.js';
import type { Place } from './place.js';
import type { PlaceIndex } from './place-index.js';

/** What decides under which name a device is known. Places must not change while names are decided. */
export class KnownDevices {
  readonly #seenElsewhere = new Map<Place, boolean>();
  readonly #silent = new Map<string, readonly Place[]>();

  constructor(
    readonly observations: DeviceIndex<Observation>,
    readonly places: PlaceIndex,
    /** Devices with a stored count, including those from before places were stored. */
    readonly devices: ReadonlySet<string>,
  ) {}

  /** Those at which a device is counted, or would be. */
  current(places: readonly Place[]): Place[] {
    return places.filter(
      (place) => place.state !== 'left' && place.state !== 'retired' && !this.#isSeenElsewhere(place),
    );
  }

  /** The current places at an address where nothing was read this time. Computed once: many devices can be at an address. */
  silentAt(address: string): readonly Place[] {
    const known = this.#silent.get(address);
    if (known) return known;
    const silent = this.current(
      this.places.atAddress(address).filter((place) => !this.observations.isRead(place)),
    );
    this.#silent.set(address, silent);
    return silent;
  }

  /** Whether the device was only read here once or by mistake: this time it is at the place where it is counted. */
  #isSeenElsewhere(place: Place): boolean {
    if (place.state !== 'duplicate') return false;
    const known = this.#seenElsewhere.get(place);
    if (known !== undefined) return known;
    const home = this.places.homeOf(place.device);
    const isSeen =
      home !== undefined && this.observations.at(home).some((observation) => isSameDevice(observation, home));
    this.#seenElsewhere.set(place, isSeen);
    return isSeen;
  }
}
