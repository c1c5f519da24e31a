/** What a device shows at some time, and its true state. */
export interface Snapshot {
  readonly device: Device;
  readonly at: Date;
  /** The displayed counter. */
  readonly total: number;
  readonly managed: boolean;
  /** The pages printed in the life of the device that the counter corresponds to. */
  readonly position: number;
  /** How often the counter had been reset. */
  readonly epoch: number;
  /** How often the counter had wrapped around to 0. */
  readonly laps: number;
}

/** Where the counters of some devices wrap around to 0. */
export const moduli = [1_000_000, 2 ** 24, 2 ** 32];
/** The most pages a counter can advance between readings. */
const farthestUnread = 120_000;
const biggestLeap = 200_000_000;

/** The true state of a device: what it has printed, whatever its counter shows. */
export class Device {
  printed = 0;
  managed = true;
  /** The first day on which it can be read again. */
  unreachableUntil = 0;
  #epoch = 0;
  #base: number;
  /** What it had printed when the counter was set to the base. */
  #since = 0;

  constructor(
    readonly serial: string,
    start: number,
    readonly modulus: number = Infinity,
    /** Whether it reports both impressions and sheets. */
    readonly reportsBothUnits = false,
  ) {
    this.#base = start;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Whether a reset would be recognized: at a low count it would look like a few more pages. */
  get canBeReset(): boolean {
    return this.snapshot(new Date(0)).total > 5 * farthestUnread;
  }

  /** Sets the counter to a lower value, or to an impossibly high one. */
  reset(share: number, isLeap: boolean): void {
    const { total } = this.snapshot(new Date(0));
    const isPossible = isLeap && this.modulus === Infinity;
    this.#base = isPossible ? total + biggestLeap : Math.floor((share * total) / 2);
    this.#since = this.printed;
    this.#epoch++;
  }

  /** With a dip, the counter shows what it showed some pages ago. */
  snapshot(at: Date, dip = 0): Snapshot {
    const raw = this.#base + this.printed - this.#since;
    const shown = raw % this.modulus;
    const dipped = Math.min(dip, shown, this.printed - this.#since);
    return {
      device: this,
      at,
      total: shown - dipped,
      managed: this.managed,
      position: this.printed - dipped,
      epoch: this.#epoch,
      laps: Math.floor(raw / this.modulus),
    };
  }
}
