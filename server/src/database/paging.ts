import { dayMs } from '../platform/time/durations.js';

/** A page of an ordered list: the rows after a key, up to a limit. */
export interface PageRequest {
  readonly after: PageKey | undefined;
  readonly limit: number;
}

/** The sort value and the id that breaks ties. */
export interface PageKey {
  readonly sort: Date | string;
  readonly id: string;
}

/** Sorts before every id. */
export const lowestId = '00000000-0000-0000-0000-000000000000';
/** Sorts after every id. */
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * A key before every row, for each order. So the first page uses the same statement as any other, with a range that the
 * index always serves.
 */
export const listStart = {
  newestFirst: { sort: 'infinity', id: highestId },
  oldestFirst: { sort: '-infinity', id: lowestId },
  alphabetical: { sort: '', id: lowestId },
  // The last code point, which no name starts with.
  reverseAlphabetical: { sort: '\u{10FFFF}', id: highestId },
} as const;

/** The last three parameters of a statement: sort key, id, limit. */
export function pageValues({ after, limit }: PageRequest, start: PageKey): [Date | string, string, number] {
  const { sort, id } = after ?? start;
  return [sort, id, limit];
}

/** Reads a whole list, page by page. */
export async function* readPages<Row>(
  read: (page: PageRequest) => Promise<Row[]>,
  keyOf: (row: Row) => PageKey,
  limit = 500,
): AsyncGenerator<Row[]> {
  for (let after: PageKey | undefined; ;) {
    const rows = await read({ after, limit });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = keyOf(last);
  }
}

/** First and last day of a list, both inclusive. */
export interface DayRange {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
}

/**
 * A page of a newest-first list within a range, as four parameters of a statement: from (inclusive), sort key, id, limit.
 * The end of the range is the start key of the list, not a separate condition: an index scan starts at one upper bound, and
 * would read and discard all rows between that and a second one.
 */
export function rangePageValues(
  { start, end }: DayRange,
  { after, limit }: PageRequest,
): [Date | string, Date | string, string, number] {
  const rangeEnd: PageKey = end
    ? { sort: new Date(end.getTime() + dayMs), id: lowestId }
    : listStart.newestFirst;
  const isWithin = after !== undefined && !(end && after.sort >= rangeEnd.sort);
  const { sort, id } = isWithin ? after : rangeEnd;
  return [start ?? '-infinity', sort, id, limit];
}

/** The same for an oldest-first list: until (exclusive), sort key, id, limit. The start of the range is the start key. */
export function oldestInRangeValues(
  { start, end }: DayRange,
  { after, limit }: PageRequest,
): [Date | string, Date | string, string, number] {
  const rangeStart: PageKey = start ? { sort: start, id: lowestId } : listStart.oldestFirst;
  const isWithin = after !== undefined && !(start && after.sort < start);
  const { sort, id } = isWithin ? after : rangeStart;
  return [end ? new Date(end.getTime() + dayMs) : 'infinity', sort, id, limit];
}

/** SQL of a page of an account's rows, newest first. After the account, it takes `pageValues`. */
export const selectNewestFirst = (columns: string, table: string): string => `
  select ${columns} from ${table} where account_id = $1 and (created_at, id) < ($2, $3)
  order by created_at desc, id desc limit $4`;

/** The same by date, within a range. After the account, it takes `rangePageValues`. */
export const selectNewestInRange = (columns: string, table: string): string => `
  select ${columns} from ${table} where account_id = $1 and date >= $2 and (date, id) < ($3, $4)
  order by date desc, id desc limit $5`;

/** The row with an external id, as a list of one or none. After account and external id, it takes `pageValues`. */
export const selectByExternalId = (columns: string, table: string): string =>
  // Materialized, so that the planner uses the index on external_id instead of scanning the whole list in order.
  `with found as materialized (select ${columns} from ${table} where account_id = $1 and external_id = $2)
  select * from found where (created_at, id) < ($3, $4) limit $5`;
