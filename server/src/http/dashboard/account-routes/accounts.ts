import { Type } from '@sinclair/typebox';
import { listSortedChildren } from '../../../features/accounts/account-store.js';
import { listFigures } from '../../../features/accounts/ranked-account-store.js';
import { sortedKey } from '../../../database/sorted-list.js';
import { ListedAccount, presentListedAccount } from '../../../wire/dashboard/account-figures.js';
import { readOrder, SortBy } from '../../../wire/dashboard/list-order.js';
import { DayRangeQuery, OneOf } from '../../../wire/fields.js';
import { dayRange } from '../../day-range.js';
import { list } from '../../route.js';
import { sortedBy } from '../sorted-by.js';

export const listedAccounts = list({
  operation: 'listChildAccounts',
  path: '/accounts',
  summary: 'Accounts directly below, in any order, created on some days or with a status, with their figures',
  query: Type.Object({
    ...DayRangeQuery.properties,
    sort: SortBy(['name', 'date']),
    status: Type.Optional(OneOf(['active', 'inactive'])),
  }),
  item: ListedAccount,
  sortedBy: sortedBy('name'),
  page: async ({ context: { db }, account, query }, page) => {
    const children = await listSortedChildren(
      db,
      account.id,
      {
        order: readOrder(query.sort, 'name'),
        range: dayRange(query),
        filters: [query.status ?? null],
      },
      page,
    );
    const ids = children.map(({ id }) => id);
    const figures = new Map((await listFigures(db, account.id, ids)).map((row) => [row.id, row]));
    return children.map((child) => ({ ...child, figures: figures.get(child.id) }));
  },
  keyOf: sortedKey,
  present: presentListedAccount,
});
