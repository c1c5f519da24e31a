import { randomInt } from 'node:crypto';

/**
 * Runs use the same seed by default, so that results are comparable. REGROVE_TEST_SEED sets another one; `any` picks
 * one at random. The seed is shown when a test fails.
 */
function chosenSeed(): number {
  const { REGROVE_TEST_SEED: wanted = '20' } = process.env;
  return wanted === 'any' ? randomInt(1, 2 ** 31) : Number(wanted);
}

export class Random {
  readonly seed = chosenSeed();
  #state = this.seed;

  /** At least 0 and less than 1. */
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
