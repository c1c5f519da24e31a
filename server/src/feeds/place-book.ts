import { isAt, type Trace } from './same-device.js';

/**
 * - `home`: here the device is counted.
 * - `twin`: it was read here and at its home at once, so one of the two says a name that is not its own.
 * - `waiting`: it was read here while its home kept silent, and nobody knows whether it moved.
 * - `retired`: it was counted here until a device came that says more of itself, and may be the same.
 */
export type PlaceState = 'home' | 'twin' | 'waiting' | 'retired';

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
