import { searchAccounts } from '../../../features/accounts/account-search-store.js';
import { nameSort } from '../../../features/accounts/name-sort.js';
import { FoundAccount, presentFoundAccount, SearchQuery } from '../../../wire/dashboard/found-account.js';
import { list } from '../../route.js';

export const searchRoutes = [
  list({
    operation: 'searchAccounts',
    path: '/search',
    summary: 'Accounts below, at any depth, by what they are called',
    query: SearchQuery,
    item: FoundAccount,
    sortedBy: 'name',
    page: ({ context, account, query }, page) => searchAccounts(context.db, account.id, query.q, page),
    keyOf: ({ name, id }) => ({ sort: nameSort(name), id }),
    present: presentFoundAccount,
  }),
];
