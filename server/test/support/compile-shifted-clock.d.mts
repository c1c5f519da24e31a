export interface ShiftedClock {
  /** Readable by all users; for what else they need. */
  readonly folder: string;
  /** To be preloaded. */
  readonly library: string;
  readonly remove: () => void;
}

export function compileShiftedClock(): ShiftedClock;
export function canShiftClocks(): boolean;
