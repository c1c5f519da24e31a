import { Type, type Static } from '@sinclair/typebox';
import type { QuoteLink as LinkRow } from '../../features/quotes/quote-link-store.js';
import { Body, SingleLineText, Nullable, Optional, Timestamp } from '../fields.js';
import { formatTimestamp } from '../times.js';

const fields = {
  expires_at: Timestamp,
  accepted_at: Nullable(Timestamp),
  recipient: Nullable(Type.String()),
};

/** A name, as long as one on an invoice. */
export const QuoteRecipient = SingleLineText(100);

export const NewQuoteLink = Body('NewQuoteLink', { recipient: Optional(QuoteRecipient) });

/** A list of one or none. */
export const QuoteLinks = Type.Object({ links: Type.Array(Type.Object(fields)) }, { title: 'QuoteLinks' });

export const CreatedQuoteLink = Type.Object({ ...fields, url: Type.String() }, { title: 'CreatedQuoteLink' });

export const presentQuoteLink = ({
  expiresAt,
  acceptedAt,
  recipient,
}: LinkRow): Static<typeof QuoteLinks>['links'][number] => ({
  expires_at: formatTimestamp(expiresAt),
  accepted_at: acceptedAt && formatTimestamp(acceptedAt),
  recipient,
});
