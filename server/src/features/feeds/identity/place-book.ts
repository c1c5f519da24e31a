import { isAt, type Trace } from './same-device.js';

/**
 * What a place is to a device that was read there. A device has one home at most.
 *
 * | State     | It begins when the device                                | It ends when                                      |
 * | --------- | -------------------------------------------------------- | ------------------------------------------------- |
 * | `home`    | is counted here                                          | it moves (dropped, or `twin` if it begins anew),  |
 * |           |                                                          | gives way (`retired`), or the feed no longer      |
 * |           |                                                          | names the address (`left`)                        |
 * | `left`    | was counted here until the feed did not name the address | it is counted anywhere (dropped, or `twin` if it  |
 * |           | any more; without a name it begins anew here             | has any), or one that may be the same is counted  |
 * |           |                                                          | here (`retired`)                                  |
 * | `waiting` | is read here while its home keeps silent: it may have    | it is counted anywhere (`home` here), or the feed |
 * |           | moved                                                    | no longer names the address (dropped)             |
 * | `twin`    | is read here and counted elsewhere at once: one of the   | it is counted here, where it begins anew          |
 * |           | two says a name that is not its own                      | (`home`); else never                              |
 * | `retired` | was counted here until one was that may be the same: it  | it is counted anywhere, where it begins anew      |
 * |           | says more of itself, or has a part of the name in common | (dropped, or `twin` if it has any)                |
 */
export type PlaceState = 'home' | 'left' | 'twin' | 'waiting' | 'retired';

export interface Place extends Trace {
  readonly state: PlaceState;
}

/** Traces that are found by what they have in common. */
export class Traces<One extends Trace> {
  readonly #byKey = new Map<string, One>();
  readonly #shelves = new Map<string, Map<string, One>>();

  constructor(traces: readonly One[]) {
    for (const trace of traces) this.put(trace);
  }

  get all(): One[] {
    return [...this.#byKey.values()];
  }

  put(trace: One): void {
    this.remove(trace);
    const key = keyOf(trace);
    this.#byKey.set(key, trace);
    for (const shelf of shelvesOf(trace)) {
      const found = this.#shelves.get(shelf) ?? new Map<string, One>();
      this.#shelves.set(shelf, found.set(key, trace));
    }
  }

  remove(trace: Trace): void {
    const key = keyOf(trace);
    const known = this.#byKey.get(key);
    if (!known) return;
    this.#byKey.delete(key);
    for (const shelf of shelvesOf(known)) this.#shelves.get(shelf)?.delete(key);
  }

  get(trace: Trace): One | undefined {
    return this.#byKey.get(keyOf(trace));
  }

  of(device: string): One[] {
    return this.#on(`device ${device}`);
  }

  atAddress({ address }: Trace): One[] {
    return this.#on(`address ${address}`);
  }

  at(trace: Trace): One[] {
    return this.atAddress(trace).filter((one) => isAt(one, trace));
  }

  withSerial({ serial }: Trace): One[] {
    return this.#on(`serial ${serial ?? ''}`);
  }

  withIdentity(trace: Trace): One[] {
    return this.#on(identityOf(trace));
  }

  #on(shelf: string): One[] {
    return [...(this.#shelves.get(shelf)?.values() ?? [])];
  }
}

const keyOf = ({ device, address, slot }: Trace): string => JSON.stringify([device, address, slot]);

const identityOf = ({ serial, uuid, isByJobs }: Trace): string => JSON.stringify([serial, uuid, isByJobs]);

const shelvesOf = (trace: Trace): string[] => [
  `device ${trace.device}`,
  `address ${trace.address}`,
  `serial ${trace.serial ?? ''}`,
  identityOf(trace),
];
