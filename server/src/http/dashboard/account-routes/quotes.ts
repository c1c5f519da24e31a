import { Type } from '@sinclair/typebox';
import { listCombinedQuotes, listSortedQuotes } from '../../../features/quotes/quote-store.js';
import { sortedKey } from '../../../database/sorted-list.js';
import { LevelQuery } from '../../../wire/dashboard/list-level.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import { ListedQuote, presentListedQuote } from '../../../wire/dashboard/listed-purchases.js';
import { DayRangeQuery, Id } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list } from '../../route.js';
import { pageOfLevel } from '../page-of-level.js';
import { sortedBy } from '../sorted-by.js';

const newest = '-date';

export const listedQuotes = list({
  operation: 'listSortedQuotes',
  path: '/quotes',
  summary: 'Quotes, in any order, of some days or for a project; also of accounts below',
  query: Type.Object({
    ...DayRangeQuery.properties,
    ...LevelQuery.properties,
    sort: SortBy(['date', 'trees', 'price']),
    project_id: Type.Optional(Id),
  }),
  item: ListedQuote,
  sortedBy: sortedBy(newest),
  page: ({ context: { db }, account, query }, page) =>
    pageOfLevel(
      { ofOne: listSortedQuotes, ofMany: listCombinedQuotes },
      { db, account, level: query.level },
      { order: readOrder(query.sort, newest), range: dayRange(query), filters: [query.project_id ?? null] },
      page,
    ),
  keyOf: sortedKey,
  present: presentListedQuote,
});
