import { DeviceIndex } from './device-index.js';
import type { Place } from './place.js';

const homeGroup = (device: string): string => `home of ${device}`;

/** Places of devices. A device has at most one home. */
export class PlaceIndex extends DeviceIndex<Place> {
  constructor(places: readonly Place[]) {
    super(places, ({ device, state }) => (state === 'home' ? [homeGroup(device)] : []));
  }

  homeOf(device: string): Place | undefined {
    return this.first(homeGroup(device));
  }
}
