import { invalid } from '../platform/errors.js';
import type { Database } from './database.js';
import {
  listStart,
  oldestInRangeValues,
  pageValues,
  rangePageValues,
  type DayRange,
  type PageKey,
  type PageRequest,
} from './paging.js';
import {
  selectByName,
  selectInOrder,
  selectSorted,
  selectTooMany,
  type Sort,
  type SortedListOptions,
} from './sorted-list-sql.js';
import { statement } from './statement.js';

/** Rows that are sorted by anything but an index are read up to this number, so that a page never costs more. */
export const maxSorted = 10_000;

export interface ListOrder {
  /** `date`, `name`, or one of the amounts of the list. */
  readonly by: string;
  readonly descending: boolean;
}

export interface ListRequest {
  readonly order: ListOrder;
  readonly range: DayRange;
  /** A value for each filter of the list; null: not filtered by it. */
  readonly filters: readonly (string | null)[];
}

export type SortedRow<Row> = Row & { readonly id: string; readonly sortKey: Date | string };

export const sortedKey = <Row>({ sortKey, id }: SortedRow<Row>): PageKey => ({ sort: sortKey, id });

/**
 * A list that can be sorted, filtered and limited to days. By date or name it is read by index, whatever its length. Otherwise
 * the rows of the range are read by index and then filtered and sorted. That is refused if there are more than `maxSorted`:
 * an index for each order would slow down every write, and a filter alone has no limit of what it reads.
 */
export function sortedList<Row>(options: SortedListOptions) {
  const { name } = options;
  const rows = (text: string) => statement<SortedRow<Row>>(text);
  const newest = rows(selectInOrder(options, true));
  const oldest = rows(selectInOrder(options, false));
  const named =
    name === undefined ? undefined : directions((down) => rows(selectByName(options, name, down)));
  const tooMany = statement<{ id: string }>(selectTooMany(options, maxSorted));
  const sorted = sortsOf(options, (sort) => rows(selectSorted(options, sort, maxSorted)));

  return async (
    db: Database,
    account: string,
    { order, range, filters }: ListRequest,
    page: PageRequest,
  ): Promise<SortedRow<Row>[]> => {
    const isWhole = isUnfiltered(filters);
    if (isWhole && order.by === 'date')
      return order.descending
        ? db.rows(newest, [account, ...rangePageValues(range, page)])
        : db.rows(oldest, [account, ...oldestInRangeValues(range, page)]);
    if (isWhole && order.by === 'name' && named && !range.start && !range.end) {
      const start = order.descending ? listStart.reverseAlphabetical : listStart.alphabetical;
      return db.rows(named[direction(order)], [account, ...pageValues(page, start)]);
    }
    const [start, end] = rangePageValues(range, { after: undefined, limit: 0 });
    if (await db.first(tooMany, [account, start, end])) throw tooManyToSort();
    const after = page.after ?? { sort: null, id: null };
    return db.rows(sorted(order), [account, start, end, after.sort, after.id, page.limit, ...filters]);
  };
}

export const isUnfiltered = (filters: ListRequest['filters']): boolean =>
  filters.every((value) => value === null);

/** The statement of each order of a list. */
export function sortsOf<T>(
  { date, name, amounts }: SortedListOptions,
  declare: (sort: Sort) => T,
): (order: ListOrder) => T {
  const sorts = [
    ['date', date, 'timestamptz'],
    ...(name === undefined ? [] : [['name', name, 'text']]),
    ...Object.entries(amounts).map(([by, sql]) => [by, sql, 'numeric']),
  ];
  const declared = Object.fromEntries(
    sorts.map(([by = '', sql = '', type = '']) => [
      by,
      directions((descending) => declare({ sql, type, descending })),
    ]),
  );
  return (order) => {
    const found = declared[order.by]?.[direction(order)];
    if (found === undefined) throw new Error(`This list cannot be sorted by ${order.by}`);
    return found;
  };
}

const direction = ({ descending }: ListOrder): 'down' | 'up' => (descending ? 'down' : 'up');

const directions = <T>(make: (descending: boolean) => T): { readonly down: T; readonly up: T } => ({
  down: make(true),
  up: make(false),
});

export const tooManyToSort = () =>
  invalid(
    `Only up to ${maxSorted} entries can be sorted or filtered like this: choose a shorter range of days`,
    { code: 'too-many-to-sort', params: { max: maxSorted } },
  );
