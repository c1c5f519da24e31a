import { randomInt } from 'node:crypto';

/** Chance that can be repeated: the seed is shown when a test fails, and taken from REGROVE_TEST_SEED. */
export class Chance {
  readonly seed = Number(process.env['REGROVE_TEST_SEED'] ?? randomInt(1, 2 ** 31));
  #state = this.seed;

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  upTo(limit: number): number {
    return Math.floor(this.next() * limit);
  }
}
