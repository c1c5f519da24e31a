import type { Chance } from '../faults/seed.js';
import { Device, moduli, type Glimpse } from './device.js';
import { Expectation } from './expectation.js';

const maxPagesADay = 400;

/** The devices of a feed, and the deposits that must result from them. */
export class SimulatedFeed {
  readonly #living: Device[];
  readonly #expectations = new Map<Device, Expectation>();
  /** Readings that are delayed by some days. */
  readonly unsent: Glimpse[][] = [];
  nextDay: number;
  restsUntil = 0;
  #serials = 0;

  constructor(
    readonly name: string,
    readonly isManagedOnly: boolean,
    readonly chance: Chance,
    devices: number,
  ) {
    this.#living = Array.from({ length: devices }, () => this.#install());
    this.nextDay = chance.upTo(20);
  }

  get devices(): readonly Device[] {
    return [...this.#expectations.keys()];
  }

  /** Simulates a day: devices print, and things go wrong with them. */
  live(day: number): void {
    const { chance } = this;
    for (const [place, device] of this.#living.entries()) {
      if (chance.next() < 0.7) device.printed += chance.upTo(maxPagesADay);
      const draw = chance.upTo(10_000);
      if (draw < 12) this.#reset(device);
      else if (draw < 16) this.#living[place] = this.#install();
      else if (draw < 40) device.awayUntil = day + chance.upTo(30);
      else if (draw < 50) device.managed = !device.managed;
    }
  }

  /** All readings that can be taken now. */
  look(day: number, at: Date, isThorough = false): Glimpse[] {
    return this.#living
      .filter(({ awayUntil }) => isThorough || awayUntil <= day)
      .map((device) => device.glimpse(at, isThorough ? 0 : this.#dipOf(device)));
  }

  /** Applies readings, in any order, that were stored together. */
  take(glimpses: readonly Glimpse[]): void {
    for (const glimpse of [...glimpses].sort((a, b) => a.at.getTime() - b.at.getTime()))
      this.#expectations.get(glimpse.device)?.take(glimpse, this.isManagedOnly);
  }

  /** The pages that must have been deposited: all that were printed, except those that were discarded or never read. */
  expected(): number {
    let pages = 0;
    for (const [device, { settled, givenUp }] of this.#expectations) {
      if (this.#living.includes(device) && settled !== device.printed)
        throw new Error(`${device.serial} has not been read to its end`);
      const neverRead = device.printed - settled;
      pages += device.printed - givenUp - neverRead;
    }
    return pages;
  }

  #install(): Device {
    const { chance } = this;
    const modulus = chance.next() < 0.3 ? moduli[chance.upTo(moduli.length)] : undefined;
    const start = modulus === undefined ? chance.upTo(8_000_000) : modulus - chance.upTo(100_000);
    const device = new Device(`${this.name}-${String(++this.#serials)}`, start, modulus, chance.next() < 0.1);
    this.#expectations.set(device, new Expectation());
    return device;
  }

  #reset(device: Device): void {
    const isRead = this.#expectations.get(device)?.hasRead(device.epoch) ?? false;
    if (isRead && device.canBeReset) device.reset(this.chance.next(), this.chance.next() < 0.1);
  }

  /** A dip can be recognized only if the counter has been read before. */
  #dipOf(device: Device): number {
    const draw = this.chance.next();
    const isKnown = this.#expectations.get(device)?.hasRead(device.epoch) ?? false;
    return isKnown && draw < 0.03 ? this.chance.upTo(11) : 0;
  }
}
