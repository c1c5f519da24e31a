import { Type } from '@sinclair/typebox';
import { listCombinedOrders, listSortedOrders } from '../../../features/orders/order-store.js';
import { sortedKey } from '../../../database/sorted-list.js';
import { LevelQuery } from '../../../wire/dashboard/list-level.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import { ListedOrder, presentListedOrder } from '../../../wire/dashboard/listed-purchases.js';
import { DayRangeQuery, OneOf } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list } from '../../route.js';
import { pageOfLevel } from '../page-of-level.js';
import { sortedBy } from '../sorted-by.js';

const newest = '-date';

export const listedOrders = list({
  operation: 'listSortedOrders',
  path: '/orders',
  summary: 'Orders, in any order, of some days or with a status; also of accounts below',
  query: Type.Object({
    ...DayRangeQuery.properties,
    ...LevelQuery.properties,
    sort: SortBy(['date', 'trees', 'price']),
    status: Type.Optional(OneOf(['draft', 'placed'])),
  }),
  item: ListedOrder,
  sortedBy: sortedBy(newest),
  page: ({ context: { db }, account, query }, page) =>
    pageOfLevel(
      { ofOne: listSortedOrders, ofMany: listCombinedOrders },
      { db, account, level: query.level },
      { order: readOrder(query.sort, newest), range: dayRange(query), filters: [query.status ?? null] },
      page,
    ),
  keyOf: sortedKey,
  present: presentListedOrder,
});
