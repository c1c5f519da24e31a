import { Type } from '@sinclair/typebox';
import { listSortedOrders } from '../../../features/orders/order-store.js';
import { sortedKey } from '../../../database/sorted-list.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import { DayRangeQuery, OneOf } from '../../../wire/fields.js';
import { Order, presentOrder } from '../../../wire/order.js';
import { dayRange } from '../../day-range.js';
import { list } from '../../route.js';
import { sortedBy } from '../sorted-by.js';

const newest = '-date';

export const listedOrders = list({
  operation: 'listSortedOrders',
  path: '/orders',
  summary: 'Orders, in any order, of some days or with a status',
  query: Type.Object({
    ...DayRangeQuery.properties,
    sort: SortBy(['date', 'trees', 'price']),
    status: Type.Optional(OneOf(['draft', 'placed'])),
  }),
  item: Order,
  sortedBy: sortedBy(newest),
  page: ({ context, account, query }, page) =>
    listSortedOrders(
      context.db,
      account.id,
      {
        order: readOrder(query.sort, newest),
        range: dayRange(query),
        filters: [query.status ?? null],
      },
      page,
    ),
  keyOf: sortedKey,
  present: presentOrder,
});
