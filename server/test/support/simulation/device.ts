/** What a device shows at a moment, and what only we know about it. */
export interface Glimpse {
  readonly device: Device;
  readonly at: Date;
  /** What its counter shows. */
  readonly total: number;
  readonly managed: boolean;
  /** The pages of the device's life that the counter stands for. */
  readonly position: number;
  /** How often the counter had been set anew. */
  readonly epoch: number;
  /** How often it had begun again from 0. */
  readonly laps: number;
}

/** Where counters of some devices begin again from 0. */
export const moduli = [1_000_000, 2 ** 24, 2 ** 32];
/** As far as a counter may get ahead of what was read of it. */
const farthestUnread = 120_000;
const biggestLeap = 200_000_000;

/** A device as it really is: it knows what it has printed, whatever its counter shows. */
export class Device {
  printed = 0;
  managed = true;
  /** The first day on which it can be read again. */
  awayUntil = 0;
  #epoch = 0;
  #base: number;
  /** What it had printed when the counter was set to the base. */
  #since = 0;

  constructor(
    readonly serial: string,
    start: number,
    readonly modulus: number = Infinity,
    /** Whether it tells impressions beside sheets. */
    readonly tellsBoth = false,
  ) {
    this.#base = start;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Whether a counter that is set anew is seen to be: at a low count it would look like a few more pages. */
  get canBeReset(): boolean {
    return this.glimpse(new Date(0)).total > 5 * farthestUnread;
  }

  /** To a lower count, or to one that nobody prints. */
  reset(share: number, isLeap: boolean): void {
    const { total } = this.glimpse(new Date(0));
    const isPossible = isLeap && this.modulus === Infinity;
    this.#base = isPossible ? total + biggestLeap : Math.floor((share * total) / 2);
    this.#since = this.printed;
    this.#epoch++;
  }

  /** A counter that is read while it dips stands where it was some pages ago. */
  glimpse(at: Date, dip = 0): Glimpse {
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
