import type { Glimpse } from './device.js';

/** Tracks the pages of a device that the rules discard; all others must be deposited. */
export class Expectation {
  #last: Glimpse | undefined;
  /** The position up to which pages are deposited or discarded. */
  settled = 0;
  givenUp = 0;

  /** Whether the counter has been read since its last reset. */
  hasRead(epoch: number): boolean {
    return this.#last?.epoch === epoch;
  }

  /** Applies a reading that was stored. */
  take(glimpse: Glimpse, isManagedOnly: boolean): void {
    const last = this.#last;
    if (last && glimpse.at < last.at) return;
    this.#last = glimpse;
    const pages = glimpse.position - this.settled;
    const isLost =
      // Printed before the first reading.
      !last ||
      // Printed around a reset of the counter.
      glimpse.epoch !== last.epoch ||
      // Or around a wraparound, which cannot be told from a reset.
      glimpse.laps !== last.laps;
    // A dip: these pages are settled already.
    if (!isLost && pages <= 0) return;
    if (isLost || (isManagedOnly && !glimpse.managed)) this.givenUp += pages;
    this.settled = glimpse.position;
  }
}
