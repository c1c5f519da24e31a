import { Type, type Static } from '@sinclair/typebox';
import type { QuoteLink as LinkRow } from '../../features/quotes/quote-link-store.js';
import { Nullable, Timestamp } from '../fields.js';
import { formatTimestamp } from '../times.js';

const fields = { expires_at: Timestamp, accepted_at: Nullable(Timestamp) };

/** A list of one or none. */
export const QuoteLinks = Type.Object({ links: Type.Array(Type.Object(fields)) }, { title: 'QuoteLinks' });

export const CreatedQuoteLink = Type.Object({ ...fields, url: Type.String() }, { title: 'CreatedQuoteLink' });

export const presentQuoteLink = ({
  expiresAt,
  acceptedAt,
}: LinkRow): Static<typeof QuoteLinks>['links'][number] => ({
  expires_at: formatTimestamp(expiresAt),
  accepted_at: acceptedAt && formatTimestamp(acceptedAt),
});
