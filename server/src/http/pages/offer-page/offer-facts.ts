import type { Context } from '../../../database/context.js';
import { reportedPrice } from '../../../features/paper/conversion.js';
import type { Item } from '../../../features/paper/items.js';
import type { Offer } from '../../../features/quotes/quote-link-store.js';
import type { I18n } from '../../../messages/i18n.js';
import type { MethodologyOrigin } from '../../../messages/methodology-text.js';
import { measureFormatOptions } from '../../../messages/format-tree-amount.js';
import { decimal, type Decimal } from '../../../platform/decimals.js';
import type { Place } from '../../../messages/places/place-name.js';

/** The content of a quote, printed or on screen. */
export interface OfferFacts {
  readonly accountName: string;
  /** Whom it is for. */
  readonly recipient: string | null;
  readonly reference: string | null;
  readonly quotedAt: Date;
  readonly pages: number;
  readonly trees: Decimal;
  /** To the cent, as the API returns it. */
  readonly price: Decimal;
  readonly currency: string;
  readonly project: Place & { readonly name: string };
  readonly items: readonly Item[];
  readonly methodology: MethodologyOrigin | null;
  /** Null: it was executed. */
  readonly validUntil: Date | null;
  /** The public page. Absent: it has none, or its address is not known any more. */
  readonly url?: string;
  readonly isSandbox: boolean;
}

export const offerFacts = (
  offer: Omit<
    Offer,
    'accountId' | 'locale' | 'quoteId' | 'createdAt' | 'acceptedAt' | 'certificateId' | 'expiresAt'
  >,
  { currency, sandbox }: Pick<Context, 'currency' | 'sandbox'>,
  validUntil: Date | null,
): OfferFacts => ({
  accountName: offer.accountName,
  recipient: offer.recipient,
  reference: offer.externalId,
  quotedAt: offer.quotedAt,
  pages: offer.pages,
  trees: offer.trees,
  price: reportedPrice(decimal(offer.price)).toFixed(2),
  currency,
  project: {
    name: offer.projectName,
    latitude: offer.latitude,
    longitude: offer.longitude,
    place: offer.place,
  },
  methodology: offer.methodology,
  items: offer.items,
  validUntil,
  isSandbox: sandbox !== undefined,
});

/** Prices have two decimals in every currency. */
export const priceText = ({ price, currency }: OfferFacts, { number }: I18n): string =>
  number(price, { style: 'currency', currency, maximumFractionDigits: 2 });

/** One text per item of paper; the last one stands for those beyond `max`. */
export function paperTexts({ items }: OfferFacts, { t, number }: I18n, max: number): string[] {
  const shown = items.length > max ? items.slice(0, max - 1) : items;
  const texts = shown.map(({ quantity, width, length, gsm, mass }) =>
    quantity === null || width === null || length === null || gsm === null
      ? massText(mass, number)
      : t('offer.sheets', {
          count: quantity,
          width: number(width * 1000, measureFormatOptions(width * 1000)),
          length: number(length * 1000, measureFormatOptions(length * 1000)),
          gsm: number(gsm, measureFormatOptions(gsm)),
        }),
  );
  const left = items.length - shown.length;
  return left === 0 ? texts : [...texts, t('offer.morePaper', { count: left })];
}

/** What would be rounded to 0 kg is in grams. */
function massText(grams: number, number: I18n['number']): string {
  const [amount, unit] = grams < 100 ? [grams, 'gram'] : [grams / 1000, 'kilogram'];
  return number(amount, { style: 'unit', unit, ...measureFormatOptions(amount) });
}
