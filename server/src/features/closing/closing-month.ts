import { addMonths, requireMonthIsOver } from '../../platform/time/months.js';

/** A month that is over, in UTC. */
export interface ClosingMonth {
  /** The first instant of the month. */
  readonly month: Date;
  /** The first instant after the month. */
  readonly end: Date;
  /** The date of its offsets and certificates. */
  readonly lastSecond: Date;
}

export function closingMonth(month: Date, now: Date): ClosingMonth {
  requireMonthIsOver(month, now);
  const end = addMonths(month, 1);
  return { month, end, lastSecond: new Date(end.getTime() - 1_000) };
}
