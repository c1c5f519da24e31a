/** How far a counter has been counted. */
export interface Counter {
  readonly mark: number;
  readonly readAt: Date;
}

export interface CounterReading {
  readonly total: number;
  readonly readAt: Date;
  /** When the device was asked, or somebody that knows it: the total may be as old as that. */
  readonly askedAt: Date;
  /** Why the counter is only followed, and none of its pages count. */
  readonly excludedAs: 'unmanaged' | 'sheets_count' | null;
}

/** Why a reading came to no pages. */
export type CountNote = 'baseline' | 'dip' | 'reset' | 'late' | 'unmanaged' | 'sheets_count';

export interface CountResult {
  readonly pages: number;
  readonly note: CountNote | null;
  /** What the counter is at from now on. */
  readonly counter: Counter;
}

/** A counter that falls by no more is read out of order, or rounds; by more, it was reset. */
const maxDip = 10;

/** No device prints so much between two readings: its counter was set to something else. */
const maxRise = 100_000_000;

/** What a reading adds to what was counted of the device before. Never invents a page: in doubt it counts nothing. */
export function countReading(known: Counter | undefined, reading: CounterReading): CountResult {
  if (!known) return { pages: 0, note: 'baseline', counter: { mark: reading.total, readAt: reading.readAt } };
  // Of two that were under way at the same time nobody knows which total is the older one.
  if (reading.askedAt < known.readAt) return { pages: 0, note: 'late', counter: known };
  const counted = countNewer(known, reading);
  return reading.excludedAs ? { ...counted, pages: 0, note: reading.excludedAs } : counted;
}

function countNewer(known: Counter, { total, readAt }: CounterReading): CountResult {
  const at = { mark: total, readAt };
  if (total - known.mark > maxRise) return { pages: 0, note: 'reset', counter: at };
  if (total >= known.mark) return { pages: total - known.mark, note: null, counter: at };
  if (known.mark - total <= maxDip) return { pages: 0, note: 'dip', counter: { mark: known.mark, readAt } };
  // The same moment was read twice: the lower total is the older one.
  if (readAt.getTime() === known.readAt.getTime()) return { pages: 0, note: 'late', counter: known };
  // Also close to a round number: nothing tells a counter that has run over from one that was set back.
  return { pages: 0, note: 'reset', counter: at };
}
