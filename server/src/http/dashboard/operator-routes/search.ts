import { Type } from '@sinclair/typebox';
import { findAnyAccount } from '../../../features/accounts/account-store.js';
import { search } from '../../../features/search/search.js';
import { QuickSearchQuery, presentHits, SearchHit } from '../../../wire/dashboard/search-hit.js';
import { certificateNumber } from '../../pages/certificate-number.js';
import { route } from '../../route.js';

export const searchRoutes = [
  route({
    operation: 'searchAllAccounts',
    method: 'GET',
    path: '/find',
    summary:
      'Accounts, certificates, orders, quotes, invoices and feeds of all accounts, by name, number or id',
    query: QuickSearchQuery,
    reply: Type.Array(SearchHit),
    handle: async ({ context, query: { q, at } }) => {
      const where = at === undefined ? undefined : await findAnyAccount(context.db, at);
      const hits = await search(context, { ancestor: null, at: where?.id }, q);
      return [...presentHits(hits, certificateNumber, context)];
    },
  }),
];
