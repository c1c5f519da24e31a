import { invalid } from '../../platform/errors.js';
import { addMonths, startOfYear } from '../../platform/time/months.js';

/** The first year that a deposit can have. */
const firstYear = 1970;

/** A calendar year in UTC, and the one before it. */
export interface ReportYear {
  readonly year: number;
  readonly start: Date;
  /** The first moment after it. */
  readonly end: Date;
  /** The first moments of the 24 months of both years. */
  readonly months: readonly Date[];
  /** Whether it is over. */
  readonly isComplete: boolean;
}

/** Refuses years that have not begun. */
export function reportYear(year: number, now: Date): ReportYear {
  const thisYear = startOfYear(now).getUTCFullYear();
  if (!Number.isInteger(year) || year < firstYear || year > thisYear)
    throw invalid(`year must be a year from ${firstYear} to ${thisYear}`, {
      code: 'out-of-range',
      field: 'year',
      params: { min: firstYear, max: thisYear },
    });
  const start = new Date(Date.UTC(year, 0, 1));
  const before = addMonths(start, -12);
  const end = addMonths(start, 12);
  return {
    year,
    start,
    end,
    months: Array.from({ length: 24 }, (_, index) => addMonths(before, index)),
    isComplete: end <= now,
  };
}
