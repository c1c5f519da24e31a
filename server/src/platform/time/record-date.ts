import { invalid } from '../errors.js';

const earliest = new Date('1970-01-01T00:00:00Z');
/** Allows for clocks that are ahead, and for time zones where the day has already begun. */
const maxAheadMs = 24 * 3_600_000;

/** What is wrong with the date of an offset or a deposit. A date out of range is considered a typo. */
export const recordDateError = (date: Date, now: Date): string | undefined =>
  date < earliest || date.getTime() > now.getTime() + maxAheadMs
    ? 'must be between 1970-01-01 and one day from now'
    : undefined;

export function requireRecordDate(date: Date, now: Date, field: string): void {
  const fault = recordDateError(date, now);
  if (fault !== undefined) throw invalid(`${field} ${fault}`, { code: 'date-out-of-range', field });
}
