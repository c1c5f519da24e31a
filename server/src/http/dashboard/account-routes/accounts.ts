import { Type } from '@sinclair/typebox';
import { listSortedChildren } from '../../../features/accounts/account-store.js';
import { sortedKey } from '../../../database/sorted-list.js';
import { Account, presentAccount } from '../../../wire/account.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import { DayRangeQuery, OneOf } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list } from '../../route.js';
import { sortedBy } from '../sorted-by.js';

export const listedAccounts = list({
  operation: 'listChildAccounts',
  path: '/accounts',
  summary: 'Accounts directly below, in any order, created on some days or with a status',
  query: Type.Object({
    ...DayRangeQuery.properties,
    sort: SortBy(['name', 'date']),
    status: Type.Optional(OneOf(['active', 'inactive'])),
  }),
  item: Account,
  sortedBy: sortedBy('name'),
  page: ({ context, account, query }, page) =>
    listSortedChildren(
      context.db,
      account.id,
      {
        order: readOrder(query.sort, 'name'),
        range: dayRange(query),
        filters: [query.status ?? null],
      },
      page,
    ),
  keyOf: sortedKey,
  present: presentAccount,
});
