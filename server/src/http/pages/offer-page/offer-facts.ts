import { reportedPrice } from '../../../features/paper/conversion.js';
import type { Offer } from '../../../features/quotes/quote-link-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { decimal, type Decimal } from '../../../platform/decimals.js';
import type { Place } from '../certificate-figures/place.js';

/** The content of a quote, printed or on screen. */
export interface OfferFacts {
  readonly accountName: string;
  readonly reference: string | null;
  readonly quotedAt: Date;
  readonly pages: number;
  readonly trees: Decimal;
  /** To the cent, as the API returns it. */
  readonly price: Decimal;
  readonly currency: string;
  readonly project: Place & { readonly name: string };
  /** The public page. Absent: it has none. */
  readonly link?: { readonly url: string; readonly expiresAt: Date } | undefined;
}

export const offerFacts = (
  offer: Omit<
    Offer,
    'accountId' | 'locale' | 'quoteId' | 'createdAt' | 'acceptedAt' | 'certificateId' | 'expiresAt'
  >,
  currency: string,
  link?: OfferFacts['link'],
): OfferFacts => ({
  accountName: offer.accountName,
  reference: offer.externalId,
  quotedAt: offer.quotedAt,
  pages: offer.pages,
  trees: offer.trees,
  price: reportedPrice(decimal(offer.price)).toFixed(2),
  currency,
  project: { name: offer.projectName, latitude: offer.latitude, longitude: offer.longitude },
  link,
});

/** Prices have two decimals in every currency. */
export const priceText = ({ price, currency }: OfferFacts, { number }: I18n): string =>
  number(price, { style: 'currency', currency, maximumFractionDigits: 2 });
