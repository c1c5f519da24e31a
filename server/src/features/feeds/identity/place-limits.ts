import { invalid } from '../../../platform/errors.js';
import { shorten } from '../../../platform/text/shorten.js';
import type { Place } from './place.js';

/** With every push, all places of the feed are looked at. */
export interface PlaceLimits {
  readonly places: number;
  /** Devices that are at one address, or have been. */
  readonly atAddress: number;
}

/** `others`: how many more the feed has. */
export function requireFewPlaces(places: readonly Place[], others: number, limits: PlaceLimits): void {
  requireCount(places.length + others, limits);
  const counts = new Map<string, number>();
  for (const { address } of places) {
    const count = (counts.get(address) ?? 0) + 1;
    if (count > limits.atAddress)
      throw invalid(
        `The feed would know more than ${limits.atAddress} devices at ${shorten(address.slice(address.indexOf('/') + 1))}`,
      );
    counts.set(address, count);
  }
}

export function requireCount(count: number, { places }: PlaceLimits): void {
  if (count > places)
    throw invalid(
      `The feed would know more than ${places} places of devices; use another feed for further ones`,
    );
}
