/** How far a counter has been counted. */
export interface Counter {
  readonly mark: number;
  readonly readAt: Date;
}

export interface CounterReading {
  readonly total: number;
  readonly readAt: Date;
  /** When the request was sent. The total may be as old as this. */
  readonly requestedAt: Date;
  /** Why the pages are not counted, although the counter is tracked. */
  readonly excludedAs: 'unmanaged' | 'sheets_count' | null;
}

/** Why a reading has added no pages. */
export type CountNote = 'baseline' | 'dip' | 'reset' | 'late' | 'unmanaged' | 'sheets_count';

export interface CountResult {
  readonly pages: number;
  readonly note: CountNote | null;
  /** The new state of the counter. */
  readonly counter: Counter;
}

/** A smaller fall is caused by rounding or by readings out of order; a larger one is a reset. */
const maxDip = 10;

/** No device prints more between two readings: the counter was set to another value. */
const maxRise = 100_000_000;

/** The pages that a reading adds to a counter. In doubt it adds none. */
export function countReading(known: Counter | undefined, reading: CounterReading): CountResult {
  if (!known) return { pages: 0, note: 'baseline', counter: { mark: reading.total, readAt: reading.readAt } };
  // The two readings overlapped in time, so either total may be the older one.
  if (reading.requestedAt < known.readAt) return { pages: 0, note: 'late', counter: known };
  const counted = countNewer(known, reading);
  return reading.excludedAs ? { ...counted, pages: 0, note: reading.excludedAs } : counted;
}

function countNewer(known: Counter, { total, readAt }: CounterReading): CountResult {
  const at = { mark: total, readAt };
  if (total - known.mark > maxRise) return { pages: 0, note: 'reset', counter: at };
  if (total >= known.mark) return { pages: total - known.mark, note: null, counter: at };
  if (known.mark - total <= maxDip) return { pages: 0, note: 'dip', counter: { mark: known.mark, readAt } };
  // Two readings with the same time: the lower total is the older one.
  if (readAt.getTime() === known.readAt.getTime()) return { pages: 0, note: 'late', counter: known };
  // Also close to a round number: an overflow cannot be distinguished from a reset.
  return { pages: 0, note: 'reset', counter: at };
}
