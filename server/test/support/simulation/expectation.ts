import type { Glimpse } from './device.js';

/** What the rules give up of a device, so that all else must be deposited. */
export class Expectation {
  #last: Glimpse | undefined;
  /** Up to where its pages are deposited or given up. */
  settled = 0;
  givenUp = 0;

  /** Whether the counter, as it is set now, has been read. */
  hasRead(epoch: number): boolean {
    return this.#last?.epoch === epoch;
  }

  /** A reading that was taken for good. */
  take(glimpse: Glimpse, isManagedOnly: boolean): void {
    const last = this.#last;
    if (last && glimpse.at < last.at) return;
    this.#last = glimpse;
    const pages = glimpse.position - this.settled;
    const isLost =
      // What was printed before anybody looked.
      !last ||
      // What was printed around the moment at which the counter was set anew.
      glimpse.epoch !== last.epoch ||
      // Or began again from 0 by itself, which nobody can tell from a reset.
      glimpse.laps !== last.laps;
    // A dip: the pages are settled already.
    if (!isLost && pages <= 0) return;
    if (isLost || (isManagedOnly && !glimpse.managed)) this.givenUp += pages;
    this.settled = glimpse.position;
  }
}
