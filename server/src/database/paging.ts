/** Which part of an ordered list: what comes after a row, and at most how many. */
export interface PageRequest {
  readonly after: PageKey | undefined;
  readonly limit: number;
}

/** The value that the list is sorted by, and the id that breaks ties. */
export interface PageKey {
  readonly sort: Date | string;
  readonly id: string;
}

const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Where each kind of list begins: a key before every row. A first page is thus asked for like any other, by one statement
 * whose range the index always serves.
 */
export const listStart = {
  newestFirst: { sort: 'infinity', id: highestId },
  oldestFirst: { sort: '-infinity', id: lowestId },
  alphabetical: { sort: '', id: lowestId },
} as const;

/** The page as the last three values of a statement: sort key, id, limit. */
export function pageValues({ after, limit }: PageRequest, start: PageKey): [Date | string, string, number] {
  const { sort, id } = after ?? start;
  return [sort, id, limit];
}

/** All of a list, page by page. */
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

/** Days from and to which (both included) a list is asked for. */
export interface DayRange {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
}

const dayMs = 86_400_000;

/**
 * A page of a newest-first list within a range, as four values of a statement: from (included), sort key, id, limit. The
 * end of the range is the place where the list begins, not a condition of its own: an index is entered by one upper bound
 * only, and everything between that one and another would be read and thrown away.
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
