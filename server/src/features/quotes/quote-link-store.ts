import type { AccountId } from '../accounts/account.js';
import { originColumn } from '../methodologies/methodology-origin-store.js';
import type { Item } from '../paper/items.js';
import type { Database, Transaction } from '../../database/database.js';
import { statement } from '../../database/statement.js';
import type { Locale } from '../../messages/locales.js';
import type { MethodologyOrigin } from '../../messages/methodology-text.js';
import type { Decimal } from '../../platform/decimals.js';

export interface QuoteLink {
  readonly quoteId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  /** Whom it was made for, if the account said so. */
  readonly recipient: string | null;
}

const select = statement<QuoteLink>(`
  select quote_id, created_at, expires_at, accepted_at, recipient from quote_links where account_id = $1 and quote_id = $2`);

export const findQuoteLink = (
  db: Database,
  account: AccountId,
  quoteId: string,
): Promise<QuoteLink | undefined> => db.first(select, [account, quoteId]);

const upsert = statement(`
  insert into quote_links (account_id, quote_id, hash, created_at, expires_at, recipient) values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, quote_id) do update set hash = excluded.hash, created_at = excluded.created_at,
    expires_at = excluded.expires_at, accepted_at = null, recipient = excluded.recipient`);

/** Replaces an earlier link of the quote. */
export async function saveQuoteLink(
  db: Transaction,
  account: AccountId,
  link: Omit<QuoteLink, 'acceptedAt'> & { readonly hash: Buffer },
): Promise<void> {
  const { quoteId, hash, createdAt, expiresAt, recipient } = link;
  await db.rows(upsert, [account, quoteId, hash, createdAt, expiresAt, recipient]);
}

const remove = statement<{ quoteId: string }>(
  'delete from quote_links where account_id = $1 and quote_id = $2 returning quote_id',
);

/** False if there was none. */
export const removeQuoteLink = async (
  db: Transaction,
  account: AccountId,
  quoteId: string,
): Promise<boolean> => (await db.first(remove, [account, quoteId])) !== undefined;

/** A quote as anyone who has its link may see it. */
export interface Offer extends QuoteLink {
  readonly accountId: AccountId;
  readonly accountName: string;
  /** If the reader requests none. */
  readonly locale: Locale;
  readonly externalId: string | null;
  readonly quotedAt: Date;
  readonly pages: number;
  readonly trees: Decimal;
  readonly price: Decimal;
  readonly items: readonly Item[];
  readonly projectName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly place: string;
  readonly methodology: MethodologyOrigin | null;
  /** Of the offset that executed the quote, by this link or otherwise. */
  readonly certificateId: string | null;
}

const selectOffer = statement<Offer>(`
  select quote_links.account_id, quote_links.quote_id, quote_links.created_at, expires_at, accepted_at, recipient,
    display_name as account_name, locale, quotes.external_id, quotes.created_at as quoted_at,
    standard_pages as pages, trees, price, items, project.name as project_name, forest_latitude as latitude,
    forest_longitude as longitude, place, ${originColumn('methodologies')} as methodology, (
      select certificate_id from biomass_offsets
      where biomass_offsets.account_id = $1 and biomass_offsets.quote_id = quotes.id
    ) as certificate_id
  from quote_links
    join quotes on quotes.account_id = quote_links.account_id and quotes.id = quote_links.quote_id
    join accounts on accounts.id = quote_links.account_id
    join forestry_projects project on project.id = quotes.project_id
    left join methodologies on methodologies.id = quotes.methodology_id
  where quote_links.account_id = $1 and hash = $2`);

/** `accountId` is the account that the token names. Finds the link only if it is stored for that account. */
export const findOffer = (db: Database, accountId: string, hash: Buffer): Promise<Offer | undefined> =>
  db.first(selectOffer, [accountId, hash]);

const accept = statement<{ quoteId: string }>(`
  update quote_links set accepted_at = $3 where account_id = $1 and hash = $2 and accepted_at is null
  returning quote_id`);

/** False if the link was revoked or replaced meanwhile. */
export const setLinkAccepted = async (
  db: Transaction,
  account: AccountId,
  hash: Buffer,
  now: Date,
): Promise<boolean> => (await db.first(accept, [account, hash, now])) !== undefined;
