import { invalid } from '../errors.js';

const earliest = new Date('1970-01-01T00:00:00Z');
/** For clocks that are ahead, and for days that have begun elsewhere. */
const maxAheadMs = 24 * 3_600_000;

/** What is wrong with the date of an offset or a deposit: one of another time is taken for a typing mistake. */
export const recordDateFault = (date: Date, now: Date): string | undefined =>
  date < earliest || date.getTime() > now.getTime() + maxAheadMs
    ? 'must be between 1970-01-01 and one day from now'
    : undefined;

/** Refuses it by the name of its field. */
export function requireRecordDate(date: Date, now: Date, field: string): void {
  const fault = recordDateFault(date, now);
  if (fault !== undefined) throw invalid(`${field} ${fault}`, { code: 'date-out-of-range', field });
}
