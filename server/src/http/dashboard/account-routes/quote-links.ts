import { Type } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import { findMethodologyOrigin } from '../../../features/methodologies/methodology-origin-store.js';
import { findForestryProject } from '../../../features/projects/forestry-project-store.js';
import { createQuoteLink, offerExpiry, revokeQuoteLink } from '../../../features/quotes/quote-link.js';
import { findQuoteLink } from '../../../features/quotes/quote-link-store.js';
import { findQuote, type Quote } from '../../../features/quotes/quote-store.js';
import type { Context } from '../../../database/context.js';
import { offerUrl } from '../../../messages/links.js';
import { locales } from '../../../messages/locales.js';
import { missing } from '../../../platform/errors.js';
import { isUuid } from '../../../platform/ids.js';
import {
  CreatedQuoteLink,
  NewQuoteLink,
  presentQuoteLink,
  QuoteLinks,
  QuoteRecipient,
} from '../../../wire/dashboard/quote-link.js';
import { Deleted, deleted, OneOf } from '../../../wire/fields.js';
import { offerFacts } from '../../pages/offer-page/offer-facts.js';
import { renderQuoteInThread } from '../../pages/quote-pdf/render-quote-in-thread.js';
import { route } from '../../route.js';
import { download, pdfsPerMinute } from '../dashboard-route.js';

export const quoteLinkRoutes = [
  route({
    operation: 'listQuoteLinks',
    method: 'GET',
    path: '/quotes/:id/link',
    summary: 'The public link of a quote, without its address: a list of one or none',
    reply: QuoteLinks,
    find: requireQuote,
    handle: async ({ context, account, id }) => {
      const link = await findQuoteLink(context.db, account.id, id);
      return { links: link ? [presentQuoteLink(link)] : [] };
    },
  }),
  route({
    operation: 'createQuoteLink',
    method: 'POST',
    path: '/quotes/:id/link',
    summary: 'Create a public link to a quote, which only this response contains; ends an earlier one',
    body: NewQuoteLink,
    reply: CreatedQuoteLink,
    // To replay the answer, the link itself would have to be stored.
    acceptsIdempotencyKey: false,
    find: requireQuote,
    handle: async ({ context, account, id, body, baseUrl }) => {
      const { token, ...link } = await createQuoteLink(context, account.id, id, body.recipient);
      return { ...presentQuoteLink(link), url: offerUrl(baseUrl, token) };
    },
  }),
  route({
    operation: 'revokeQuoteLink',
    method: 'DELETE',
    path: '/quotes/:id/link',
    summary: 'End the public link of a quote at once',
    reply: Deleted,
    find: requireQuote,
    handle: async ({ context, account, id }) => {
      await revokeQuoteLink(context, account.id, id);
      return deleted(id);
    },
  }),
  download({
    operation: 'downloadQuote',
    path: '/quotes/:id/pdf',
    summary: 'A quote as PDF',
    perMinute: pdfsPerMinute,
    query: Type.Object({ locale: OneOf(locales), recipient: Type.Optional(QuoteRecipient) }),
    open: async ({ context, caller, account, id, query: { locale, recipient = null } }) => {
      const quote = await requireQuote(context, account, id);
      const project = await findForestryProject(context.db, quote.projectId);
      if (!project) throw missing('There is no such project');
      const link = await findQuoteLink(context.db, account.id, id);
      const facts = offerFacts(
        {
          accountName: account.displayName,
          recipient,
          externalId: quote.externalId,
          quotedAt: quote.createdAt,
          pages: quote.standardPages,
          trees: quote.trees,
          price: quote.price,
          items: quote.items,
          projectName: project.name,
          latitude: project.forestLatitude,
          longitude: project.forestLongitude,
          place: project.place,
          methodology: await findMethodologyOrigin(context.db, quote.methodologyId),
        },
        context,
        // An executed quote can no longer be accepted.
        quote.biomassOffsetId === null ? (link?.expiresAt ?? offerExpiry(context.clock())) : null,
      );
      const pdf = await renderQuoteInThread(context.threads, facts, locale, caller.id);
      return { name: 'quote.pdf', type: 'application/pdf', parts: [pdf] };
    },
  }),
];

async function requireQuote({ db }: Context, account: Account, id: string): Promise<Quote> {
  const quote = isUuid(id) ? await findQuote(db, account.id, id) : undefined;
  if (!quote) throw missing('There is no such quote');
  return quote;
}
