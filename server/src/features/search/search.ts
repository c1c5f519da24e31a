import type { Account, AccountId } from '../accounts/account.js';
import {
  quickSearchAccountById,
  quickSearchAccounts,
  type AccountHit,
} from '../accounts/account-quick-search-store.js';
import { readInvoiceNumber } from '../billing/invoice-number.js';
import {
  searchInvoiceById,
  searchInvoiceByNumber,
  type FoundInvoice,
} from '../billing/invoice-search-store.js';
import {
  searchCertificateById,
  searchCertificateByNumber,
  type FoundCertificate,
} from '../certificates/certificate-search-store.js';
import { feedSearch, type FoundFeed } from '../feeds/feed-search-store.js';
import { orderSearch, type FoundOrder } from '../orders/order-search-store.js';
import { quoteSearch, type FoundQuote } from '../quotes/quote-search-store.js';
import type { Context } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { hitsPerKind } from '../../database/search-sql.js';
import { isUuid } from '../../platform/ids.js';

interface SearchScope {
  /** The account whose own rows and those below it may be found; null for the operator, who may find all. */
  readonly ancestor: Account | null;
  /** The account whose newest orders, quotes and feeds are searched by parts of their references. */
  readonly at: AccountId | undefined;
}

export interface SearchHits {
  readonly accounts: readonly AccountHit[];
  readonly certificates: readonly FoundCertificate[];
  readonly orders: readonly FoundOrder[];
  readonly quotes: readonly FoundQuote[];
  readonly invoices: readonly FoundInvoice[];
  readonly feeds: readonly FoundFeed[];
}

/** A few hits of each kind. Each statement reads a limited number of rows by index, and they run one after the other. */
export async function search(
  context: Context,
  { ancestor, at }: SearchScope,
  text: string,
): Promise<SearchHits> {
  const { db } = context;
  const within = ancestor?.id ?? null;
  if (isUuid(text)) {
    const id = text.toLowerCase();
    return {
      accounts: await quickSearchAccountById(db, ancestor, id),
      certificates: await searchCertificateById(db, within, id),
      orders: await orderSearch.byId(db, within, id),
      quotes: await quoteSearch.byId(db, within, id),
      invoices: await searchInvoiceById(db, within, id),
      feeds: await feedSearch.byId(db, within, id),
    };
  }
  const certificate = readCertificateNumber(text);
  const invoice = readInvoiceNumber(text, context);
  const byText = async <Found extends { readonly id: string }>(kind: TextSearch<Found>): Promise<Found[]> =>
    firstOf([
      ...(await kind.byReference(db, within, text)),
      ...(at === undefined ? [] : await kind.recent(db, at, text)),
    ]);
  return {
    accounts: await quickSearchAccounts(db, ancestor, text),
    certificates: certificate === undefined ? [] : await searchCertificateByNumber(db, within, certificate),
    orders: await byText(orderSearch),
    quotes: await byText(quoteSearch),
    invoices: invoice === undefined ? [] : await searchInvoiceByNumber(db, within, invoice),
    feeds: await byText(feedSearch),
  };
}

interface TextSearch<Found> {
  byReference(db: Database, ancestor: AccountId | null, externalId: string): Promise<Found[]>;
  recent(db: Database, account: AccountId, part: string): Promise<Found[]>;
}

const firstOf = <Found extends { readonly id: string }>(found: readonly Found[]): Found[] =>
  [...new Map(found.map((one) => [one.id, one])).values()].slice(0, hitsPerKind);

/** Reads a number such as RG-1A2B-3C4D-5E6F, in any case, with or without its beginning and hyphens. */
function readCertificateNumber(text: string): string | undefined {
  const digits = text.toLowerCase().replace(/^rg-?/, '').replaceAll('-', '');
  return /^[0-9a-f]{12}$/.test(digits) ? digits : undefined;
}
