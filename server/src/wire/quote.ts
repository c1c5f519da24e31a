import { Type, type Static } from '@sinclair/typebox';
import { reportedPrice } from '../features/paper/conversion.js';
import { decimal } from '../platform/decimals.js';
import type { Quote as QuoteRow } from '../features/quotes/quote-store.js';
import { exactNumber } from '../platform/exact-number.js';
import { Body, Count, Decimal, Field, Id, SingleLineText, Nullable, Optional, Timestamp } from './fields.js';
import { Item, NewItems } from './item.js';
import { formatTimestamp } from './times.js';

const fields = {
  id: Field('Its id.', Id),
  account_id: Field('The account it belongs to.', Id),
  project_id: Field('Where the trees are planted.', Id),
  project_ids: Field('The quote’s project, as a list.', Type.Array(Id)),
  created_at: Field('When it was created.', Timestamp),
  trees: Field('Trees, to 6 decimals.', Decimal),
  standard_pages: Field('Its mass in standard pages.', Count),
  mass: Field('Grams.', Decimal),
  price: Field('What it costs, to 2 decimals.', Decimal),
  external_id: Field('Your own id for it.', Nullable(Type.String())),
  biomass_offset_id: Field('The offset that executed it, or `null`.', Nullable(Id)),
  biomass_offset_ids: Field('Its biomass offsets; empty until there are any.', Type.Array(Id)),
};

export const Quote = Type.Object(fields, { title: 'Quote' });
export const ExpandedQuote = Type.Object(
  { ...fields, items: Field('What it was calculated from.', Type.Array(Item)) },
  { title: 'ExpandedQuote' },
);

export const NewQuote = Body('NewQuote', {
  project_id: Field('An active forestry project.', Id),
  external_id: Field('Your own id for it, unique among your quotes.', Optional(SingleLineText(255))),
  items: Field('The paper, line by line.', NewItems),
});

export const presentQuote = (quote: QuoteRow): Static<typeof Quote> => ({
  id: quote.id,
  account_id: quote.accountId,
  project_id: quote.projectId,
  project_ids: [quote.projectId],
  created_at: formatTimestamp(quote.createdAt),
  trees: exactNumber(quote.trees),
  standard_pages: quote.standardPages,
  mass: exactNumber(quote.mass),
  price: reportedPrice(decimal(quote.price)).toNumber(),
  external_id: quote.externalId,
  biomass_offset_id: quote.biomassOffsetId,
  biomass_offset_ids: quote.biomassOffsetId === null ? [] : [quote.biomassOffsetId],
});

export const presentExpandedQuote = (quote: QuoteRow): Static<typeof ExpandedQuote> => ({
  ...presentQuote(quote),
  items: [...quote.items],
});
