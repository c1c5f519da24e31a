import { Type, type Static } from '@sinclair/typebox';
import { reportedPrice } from '../features/paper/conversion.js';
import { decimal } from '../platform/decimals.js';
import type { Quote as QuoteRow } from '../features/quotes/quote-store.js';
import { exactNumber } from '../platform/exact-number.js';
import { Body, Count, Decimal, Id, Line, Nullable, Optional, Timestamp } from './fields.js';
import { Item, NewItems } from './item.js';
import { formatTimestamp } from './times.js';

const fields = {
  id: Id,
  account_id: Id,
  project_id: Id,
  project_ids: Type.Array(Id),
  created_at: Timestamp,
  trees: Decimal,
  standard_pages: Count,
  mass: Decimal,
  price: Decimal,
  external_id: Nullable(Type.String()),
  biomass_offset_id: Nullable(Id),
  biomass_offset_ids: Type.Array(Id),
};

export const Quote = Type.Object(fields, { title: 'Quote' });
export const ExpandedQuote = Type.Object({ ...fields, items: Type.Array(Item) }, { title: 'ExpandedQuote' });

export const NewQuote = Body('NewQuote', {
  project_id: Id,
  external_id: Optional(Line(255)),
  items: NewItems,
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
