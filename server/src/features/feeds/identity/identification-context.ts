import type { Origin } from '@regrove/printers/source';
import type { TransactionContext } from '../../../database/context.js';
import type { StoredCounter } from '../counting/count-store.js';
import type { Feed } from '../feed-store.js';
import type { Addresses } from './decide-places.js';
import type { Observation } from './observation.js';
import type { Place } from './place.js';
import type { PlaceLimits } from './place-limits.js';
import { listPlaces } from './place-store.js';

export interface FoundPlaces {
  /** As stored, of all devices that the observed ones may be. */
  readonly places: readonly Place[];
  /** How many other places the feed has. */
  readonly others: number;
}

export interface KnownPlaces {
  readonly places: readonly Place[];
  /** Of devices that have a place, or are observed. */
  readonly counters: readonly StoredCounter[];
}

export interface CountedDevice {
  readonly device: string;
  readonly origin: Origin;
  /** Whether the collection has no other reading under its name. */
  readonly hasUniqueName: boolean;
}

/** What decides about the readings of a collection besides themselves. */
export interface IdentificationContext {
  /** The addresses that were queried, in the feed's order. */
  readonly listed: readonly string[];
  readonly queried: Addresses;
  readonly findPlaces: (observed: readonly Observation[]) => Promise<FoundPlaces>;
  /** The same observations with the names by which to compare them, then those of others at the same time. */
  readonly observe: (observed: readonly Observation[], known: KnownPlaces) => readonly Observation[];
  /** Tells whether a device that would be counted begins with a new baseline instead. */
  readonly findRestarts: (known: KnownPlaces) => (device: CountedDevice) => boolean;
  readonly limits: PlaceLimits;
}

/** Of a source that is queried as a whole. */
export const wholeSourceContext = (
  { db }: TransactionContext,
  { accountId, id }: Feed,
  listed: readonly string[],
): IdentificationContext => ({
  listed,
  queried: new Set(listed),
  findPlaces: async () => ({ places: await listPlaces(db, accountId, id), others: 0 }),
  observe: (observed) => observed,
  findRestarts: () => () => false,
  // What a source may list is limited where it is read.
  limits: { places: Infinity, atAddress: Infinity },
});
