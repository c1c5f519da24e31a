import { Type, type Static } from '@sinclair/typebox';
import type { SearchHits } from '../../features/search/search.js';
import { formatInvoiceNumber, type InvoiceNumberContext } from '../../features/billing/invoice-number.js';
import { formatTimestamp } from '../times.js';
import { Id, SingleLineText, Nullable, OneOf, Timestamp } from '../fields.js';

export const QuickSearchQuery = Type.Object({
  q: SingleLineText(255),
  /** The account whose orders, quotes and feeds are searched by parts of their references, too. */
  at: Type.Optional(Id),
});

export const SearchHit = Type.Object(
  {
    kind: OneOf(['account', 'certificate', 'order', 'quote', 'invoice', 'feed']),
    id: Id,
    account_id: Id,
    /** Null for an account itself. */
    account_name: Nullable(Type.String()),
    /** Name, number or reference; null if it has none. */
    title: Nullable(Type.String()),
    /** The reference of an account, the type of a feed. */
    detail: Nullable(Type.String()),
    date: Nullable(Timestamp),
  },
  { title: 'SearchHit' },
);

type Hit = Static<typeof SearchHit>;

export const presentHits = (
  hits: SearchHits,
  certificateNumber: (id: string) => string,
  where: InvoiceNumberContext,
): readonly Hit[] => [
  ...hits.accounts.map(({ id, displayName, externalId }) => ({
    kind: 'account' as const,
    id,
    account_id: id,
    account_name: null,
    title: displayName,
    detail: externalId,
    date: null,
  })),
  ...hits.certificates.map((found) => ({
    ...ofAccount('certificate', found),
    title: certificateNumber(found.id),
    date: formatTimestamp(found.date),
  })),
  ...hits.orders.map((found) => ({
    ...ofAccount('order', found),
    title: found.externalId,
    ...createdAt(found),
  })),
  ...hits.quotes.map((found) => ({
    ...ofAccount('quote', found),
    title: found.externalId,
    ...createdAt(found),
  })),
  ...hits.invoices.map((found) => ({
    ...ofAccount('invoice', found),
    title: formatInvoiceNumber(found.number, where),
    ...createdAt(found),
  })),
  ...hits.feeds.map((found) => ({
    ...ofAccount('feed', found),
    title: found.externalId,
    detail: found.type,
    ...createdAt(found),
  })),
];

const ofAccount = <Kind extends Hit['kind']>(
  kind: Kind,
  {
    id,
    accountId,
    accountName,
  }: { readonly id: string; readonly accountId: string; readonly accountName: string },
) => ({ kind, id, account_id: accountId, account_name: accountName, detail: null });

const createdAt = ({ createdAt: date }: { readonly createdAt: Date }) => ({ date: formatTimestamp(date) });
