import type { Snapshot } from './device.js';

/** Tracks the pages of a device that the rules discard; all others must be deposited. */
export class Expectation {
  #last: Snapshot | undefined;
  /** The position up to which pages are deposited or discarded. */
  settled = 0;
  discarded = 0;

  /** Whether the counter has been read since its last reset. */
  hasRead(epoch: number): boolean {
    return this.#last?.epoch === epoch;
  }

  /** Applies a reading that was stored. */
  apply(snapshot: Snapshot, isManagedOnly: boolean): void {
    const last = this.#last;
    if (last && snapshot.at < last.at) return;
    this.#last = snapshot;
    const pages = snapshot.position - this.settled;
    const isLost =
      // Printed before the first reading.
      !last ||
      // Printed around a reset of the counter.
      snapshot.epoch !== last.epoch ||
      // Or around a wraparound, which cannot be told from a reset.
      snapshot.laps !== last.laps;
    // A dip: these pages are settled already.
    if (!isLost && pages <= 0) return;
    if (isLost || (isManagedOnly && !snapshot.managed)) this.discarded += pages;
    this.settled = snapshot.position;
  }
}
