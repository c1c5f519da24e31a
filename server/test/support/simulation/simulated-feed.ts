import type { Random } from '../faults/random.js';
import { Device, moduli, type Snapshot } from './device.js';
import { Expectation } from './expectation.js';

const maxPagesADay = 400;

/** The devices of a feed, and the deposits that must result from them. */
export class SimulatedFeed {
  readonly #installed: Device[];
  readonly #expectations = new Map<Device, Expectation>();
  /** Readings that are delayed by some days. */
  readonly unsent: Snapshot[][] = [];
  nextDay: number;
  pausedUntil = 0;
  #serials = 0;

  constructor(
    readonly name: string,
    readonly isManagedOnly: boolean,
    readonly random: Random,
    devices: number,
  ) {
    this.#installed = Array.from({ length: devices }, () => this.#install());
    this.nextDay = random.upTo(20);
  }

  get devices(): readonly Device[] {
    return [...this.#expectations.keys()];
  }

  /** Simulates a day: devices print, and things go wrong with them. */
  simulateDay(day: number): void {
    const { random } = this;
    for (const [place, device] of this.#installed.entries()) {
      if (random.next() < 0.7) device.printed += random.upTo(maxPagesADay);
      const draw = random.upTo(10_000);
      if (draw < 12) this.#reset(device);
      else if (draw < 16) this.#installed[place] = this.#install();
      else if (draw < 40) device.unreachableUntil = day + random.upTo(30);
      else if (draw < 50) device.managed = !device.managed;
    }
  }

  /** All readings that can be taken now. */
  read(day: number, at: Date, readsAll = false): Snapshot[] {
    return this.#installed
      .filter(({ unreachableUntil }) => readsAll || unreachableUntil <= day)
      .map((device) => device.snapshot(at, readsAll ? 0 : this.#dipOf(device)));
  }

  /** Applies readings, in any order, that were stored together. */
  apply(snapshots: readonly Snapshot[]): void {
    for (const snapshot of [...snapshots].sort((a, b) => a.at.getTime() - b.at.getTime()))
      this.#expectations.get(snapshot.device)?.apply(snapshot, this.isManagedOnly);
  }

  /** The pages that must have been deposited: all that were printed, except those that were discarded or never read. */
  expected(): number {
    let pages = 0;
    for (const [device, { settled, discarded }] of this.#expectations) {
      if (this.#installed.includes(device) && settled !== device.printed)
        throw new Error(`${device.serial} has not been read to its end`);
      const neverRead = device.printed - settled;
      pages += device.printed - discarded - neverRead;
    }
    return pages;
  }

  #install(): Device {
    const { random } = this;
    const modulus = random.next() < 0.3 ? moduli[random.upTo(moduli.length)] : undefined;
    const start = modulus === undefined ? random.upTo(8_000_000) : modulus - random.upTo(100_000);
    const device = new Device(`${this.name}-${String(++this.#serials)}`, start, modulus, random.next() < 0.1);
    this.#expectations.set(device, new Expectation());
    return device;
  }

  #reset(device: Device): void {
    const isRead = this.#expectations.get(device)?.hasRead(device.epoch) ?? false;
    if (isRead && device.canBeReset) device.reset(this.random.next(), this.random.next() < 0.1);
  }

  /** A dip can be recognized only if the counter has been read before. */
  #dipOf(device: Device): number {
    const draw = this.random.next();
    const isKnown = this.#expectations.get(device)?.hasRead(device.epoch) ?? false;
    return isKnown && draw < 0.03 ? this.random.upTo(11) : 0;
  }
}
