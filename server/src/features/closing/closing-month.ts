import { addMonths, requireMonthIsOver } from '../../platform/time/months.js';

/** A month that may be closed, in UTC. */
export interface ClosingMonth {
  /** Its first instant. */
  readonly month: Date;
  /** The first instant after it. */
  readonly end: Date;
  /** What its offsets and certificates are dated. */
  readonly lastSecond: Date;
}

export function closingMonth(month: Date, now: Date): ClosingMonth {
  requireMonthIsOver(month, now);
  const end = addMonths(month, 1);
  return { month, end, lastSecond: new Date(end.getTime() - 1_000) };
}

/** Where a walk through the accounts begins: it sorts before every id. */
export const beforeAllAccounts = '00000000-0000-0000-0000-000000000000';
