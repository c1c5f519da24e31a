import type { Database } from './database.js';
import { oldestInRangeValues, rangePageValues, type PageRequest } from './paging.js';
import {
  isUnfiltered,
  maxSorted,
  sortsOf,
  tooManyToSort,
  type ListRequest,
  type SortedRow,
} from './sorted-list.js';
import {
  selectByKeys,
  selectKeysInOrder,
  selectSortedKeys,
  selectTooManyKeys,
  type SortedListOptions,
} from './sorted-list-sql.js';
import { crossAccountStatement } from './statement.js';

/** What rows of several accounts are merged by. */
interface Key {
  readonly accountId: string;
  readonly id: string;
  readonly sortKey: Date | string;
}

interface CombinedRow {
  readonly id: string;
  readonly accountId: string;
}

const reason = 'an account reads the lists of accounts below it';

/**
 * The list of several accounts as one, like `sortedList` in what it accepts and refuses. The caller limits the number of
 * accounts, and answers for their being accessible. Only keys are compared; the other columns are read for the rows of the page.
 */
export function combinedList<Row extends CombinedRow>(options: SortedListOptions) {
  const keys = (text: string) => crossAccountStatement<Key>(reason, text);
  const newest = keys(selectKeysInOrder(options, true));
  const oldest = keys(selectKeysInOrder(options, false));
  const tooMany = crossAccountStatement<{ id: string }>(reason, selectTooManyKeys(options, maxSorted));
  const sorted = sortsOf(options, (sort) => keys(selectSortedKeys(options, sort, maxSorted)));
  const byKeys = crossAccountStatement<Row>(reason, selectByKeys(options));

  async function listKeys(
    db: Database,
    accounts: readonly string[],
    { order, range, filters }: ListRequest,
    page: PageRequest,
  ): Promise<Key[]> {
    if (isUnfiltered(filters) && order.by === 'date')
      return mergedByDate(accounts, page.limit, order.descending, (some, limit) =>
        order.descending
          ? db.rows(newest, [some, ...rangePageValues(range, { ...page, limit })])
          : db.rows(oldest, [some, ...oldestInRangeValues(range, { ...page, limit })]),
      );
    const [start, end] = rangePageValues(range, { after: undefined, limit: 0 });
    if (await db.first(tooMany, [accounts, start, end])) throw tooManyToSort();
    const after = page.after ?? { sort: null, id: null };
    return db.rows(sorted(order), [accounts, start, end, after.sort, after.id, page.limit, ...filters]);
  }

  return async function list(
    db: Database,
    accounts: readonly string[],
    request: ListRequest,
    page: PageRequest,
  ): Promise<SortedRow<Row>[]> {
    const listed = accounts.length === 0 ? [] : await listKeys(db, accounts, request, page);
    const last = listed.at(-1);
    if (!last) return [];
    const found = await db.rows(byKeys, [
      listed.map(({ accountId }) => accountId),
      listed.map(({ id }) => id),
    ]);
    const rows = new Map(found.map((row) => [row.id, row]));
    const shown = listed.flatMap(({ id, sortKey }) => {
      const row = rows.get(id);
      return row ? [{ ...row, sortKey }] : [];
    });
    const deleted = listed.length - shown.length;
    if (deleted === 0 || listed.length < page.limit) return shown;
    // A shorter page would look like the end of the list.
    const after = { sort: last.sortKey, id: last.id };
    return [...shown, ...(await list(db, accounts, request, { after, limit: deleted }))];
  };
}

/**
 * The first keys of all accounts. A page of L keys of K accounts would take L keys of each, as all may be of one account. So at
 * first, L / √K of each are read. If all of those are on the page, the account may have more on it: that can be so for √K
 * accounts at most, of which L are read. That makes 2 L √K keys instead of L K.
 */
export async function mergedByDate<Row extends Key>(
  accounts: readonly string[],
  limit: number,
  descending: boolean,
  read: (accounts: readonly string[], limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const few = Math.ceil(limit / Math.sqrt(accounts.length));
  const keys = await read(accounts, few);
  const page = firstOf(keys, limit, descending);
  if (few === limit) return page;
  const counts = new Map<string, number>();
  for (const { accountId } of page) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  const cut = new Set(accounts.filter((account) => counts.get(account) === few));
  if (cut.size === 0) return page;
  const others = keys.filter(({ accountId }) => !cut.has(accountId));
  return firstOf([...others, ...(await read([...cut], limit))], limit, descending);
}

function firstOf<Row extends Key>(keys: readonly Row[], limit: number, descending: boolean): Row[] {
  const sign = descending ? -1 : 1;
  const compare = (a: Key, b: Key): number =>
    a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : a.id < b.id ? -1 : 1;
  return keys.toSorted((a, b) => sign * compare(a, b)).slice(0, limit);
}
