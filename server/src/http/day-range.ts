import type { Static } from '@sinclair/typebox';
import { invalid } from '../platform/errors.js';
import type { DayRange } from '../database/paging.js';
import type { DayRangeQuery } from '../wire/fields.js';
import { toDate } from '../wire/times.js';

/** Both days are included. */
export function dayRange(query: Static<typeof DayRangeQuery>): DayRange {
  const start = toDate(query.start_date);
  const end = toDate(query.end_date);
  if (start && end && start > end)
    throw invalid('start_date must not be after end_date', { code: 'start-after-end' });
  return { start, end };
}
