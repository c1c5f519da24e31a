import type { Account } from '../../features/accounts/account.js';
import type { Context } from '../../database/context.js';
import { missing } from '../../platform/errors.js';
import { createQuote } from '../../features/quotes/create-quote.js';
import { deleteQuote } from '../../features/quotes/delete-quote.js';
import {
  findQuote,
  listQuotes,
  listQuotesByExternalId,
  type Quote as QuoteRow,
} from '../../features/quotes/quote-store.js';
import { list, route } from '../route.js';
import { Deleted, deleted, ExternalIdQuery } from '../../wire/fields.js';
import { ExpandedQuote, NewQuote, presentExpandedQuote, presentQuote, Quote } from '../../wire/quote.js';

export const listedQuotes = list({
  operation: 'listQuotes',
  path: '/quotes',
  summary: 'Quotes, newest first',
  query: ExternalIdQuery,
  item: Quote,
  sortedBy: 'time',
  page: ({ context: { db }, account: { id }, query: { external_id: externalId } }, page) =>
    externalId === undefined ? listQuotes(db, id, page) : listQuotesByExternalId(db, id, externalId, page),
  keyOf: ({ createdAt, id }) => ({ sort: createdAt, id }),
  present: presentQuote,
});

export const quoteRoutes = [
  listedQuotes,
  route({
    operation: 'getQuote',
    method: 'GET',
    path: '/quotes/:id',
    summary: 'A quote with its items',
    reply: ExpandedQuote,
    find,
    handle: ({ found }) => Promise.resolve(presentExpandedQuote(found)),
  }),
  route({
    operation: 'createQuote',
    method: 'POST',
    path: '/quotes',
    summary: 'Turn paper into a number of trees and a price',
    body: NewQuote,
    reply: ExpandedQuote,
    handle: async ({ context, account, body }) => {
      const { project_id: projectId, external_id: externalId, items } = body;
      return presentExpandedQuote(await createQuote(context, account.id, { projectId, externalId, items }));
    },
  }),
  route({
    operation: 'deleteQuote',
    method: 'DELETE',
    path: '/quotes/:id',
    summary: 'Delete a quote that has not been executed',
    reply: Deleted,
    find,
    handle: async ({ context, account, id }) => {
      await deleteQuote(context, account.id, id);
      return deleted(id);
    },
  }),
];

async function find({ db }: Context, account: Account, id: string): Promise<QuoteRow> {
  const quote = await findQuote(db, account.id, id);
  if (!quote) throw missing('There is no such quote');
  return quote;
}
