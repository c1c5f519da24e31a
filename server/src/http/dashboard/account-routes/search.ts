import { Type } from '@sinclair/typebox';
import { searchAccounts } from '../../../features/accounts/account-search-store.js';
import { nameSort } from '../../../features/accounts/name-sort.js';
import {
  FoundAccount,
  presentFoundAccount,
  AccountSearchQuery,
} from '../../../wire/dashboard/found-account.js';
import { QuickSearchQuery, presentHits, SearchHit } from '../../../wire/dashboard/search-hit.js';
import { requireAccessibleAccount } from '../../../features/accounts/require-accessible-account.js';
import { search } from '../../../features/search/search.js';
import { certificateNumber } from '../../pages/certificate-number.js';
import { list, route } from '../../route.js';

export const foundAccounts = list({
  operation: 'searchAccounts',
  path: '/search',
  summary: 'Accounts below, at any depth, by what they are called',
  query: AccountSearchQuery,
  item: FoundAccount,
  sortedBy: 'name',
  page: ({ context, account, query }, page) => searchAccounts(context.db, account.id, query.q, page),
  keyOf: ({ name, id }) => ({ sort: nameSort(name), id }),
  present: presentFoundAccount,
});

export const searchRoutes = [
  foundAccounts,
  route({
    operation: 'search',
    method: 'GET',
    path: '/find',
    summary: 'Accessible accounts, certificates, orders, quotes, invoices and feeds, by name, number or id',
    query: QuickSearchQuery,
    reply: Type.Array(SearchHit),
    handle: async ({ context, account, query: { q, at } }) => {
      const where = at === undefined ? account : await requireAccessibleAccount(context.db, account.id, at);
      const hits = await search(context, { ancestor: account, at: where.id }, q);
      return [...presentHits(hits, certificateNumber, context)];
    },
  }),
];
