import { createIntl, createIntlCache, type FormatNumberOptions } from '@formatjs/intl';
import type { Decimal, Whole } from '../platform/decimals.js';
import { catalogues, type MessageKey } from './catalogues.js';
import { defaultClaims, type Claims } from '../platform/config/claims-setting.js';
import { messagesFor } from './claims.js';
import type { Locale } from './locales.js';
import {
  formatPartialAmount,
  treeColumn,
  formatTreeAmount,
  withDisplayedTrees,
} from './format-tree-amount.js';

/** Messages and formats in one language. Texts are not escaped: code that puts them into HTML does that. */
export interface I18n {
  readonly locale: Locale;
  readonly claims: Claims;
  /** Throws if a value that the message needs is missing. */
  readonly t: (key: MessageKey, values?: Readonly<Record<string, string | Whole>>) => string;
  /** Decimal text is not converted to a float; see `precise` for the digits shown. */
  readonly number: (value: number | Decimal, options?: FormatNumberOptions) => string;
  /** Trees or tonnes, rounded for people, never to 0. */
  readonly rounded: (amount: Decimal) => string;
  /** The same of a part of the whole, rounded down, so that it is never shown as all of it. */
  readonly roundedPart: (part: Decimal, whole: Decimal) => string;
  /** For the column of a table: all with the same decimals. A part of a whole beside it is rounded down. */
  readonly treeColumn: (column: readonly Decimal[]) => (trees: Decimal, whole?: Decimal) => string;
  /** The day in UTC, in the Gregorian calendar. */
  readonly date: (date: Date, style?: DateStyle) => string;
  readonly month: (date: Date) => string;
}

/** What a worker thread needs to find the same texts. */
export type Language = Pick<I18n, 'locale' | 'claims'>;

/** In plurals, the library formats bigints as floats; this restores their digits. */
const withExactDigits = (
  message: string,
  values: Readonly<Record<string, unknown>>,
  number: (value: Whole) => string,
): string =>
  Object.values(values)
    .filter((value) => typeof value === 'bigint')
    .reduce<string>((text, value) => text.replaceAll(number(Number(value)), number(value)), message);

type DateStyle = NonNullable<Intl.DateTimeFormatOptions['dateStyle']>;

/**
 * Two decimals, or two significant digits if that is more: the tree share of a single page is never shown as 0. Never three
 * decimals: half of the world would read 1.234 as more than a thousand.
 */
const precise = {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
} as const;

/** Stored days are in UTC. By default, Thai uses the Buddhist calendar, which the API does not. */
const day = { timeZone: 'UTC', calendar: 'gregory' } as const;

const cache = createIntlCache();
const known: Readonly<Record<Claims, Map<Locale, I18n>>> = { contribution: new Map(), classic: new Map() };

/** `claims`: that of the installation, for every text about trees. */
export function i18nFor(locale: Locale, claims: Claims = defaultClaims): I18n {
  const i18n = known[claims].get(locale) ?? createI18n(locale, claims);
  known[claims].set(locale, i18n);
  return i18n;
}

function createI18n(locale: Locale, claims: Claims): I18n {
  const intl = createIntl(
    {
      locale,
      messages: messagesFor(catalogues[locale], claims),
      formats: { number: { precise } },
      onError: (error) => {
        throw error;
      },
    },
    cache,
  );
  return {
    locale,
    claims,
    t: (key, values = {}) =>
      withExactDigits(intl.formatMessage({ id: key }, withDisplayedTrees(values, locale)), values, (value) =>
        intl.formatNumber(value),
      ),
    // Typed for numbers only, but Intl formats decimal text exactly, without a float in between.
    number: (value, options = precise) => intl.formatNumber(value as number, options),
    rounded: (amount) => formatTreeAmount(amount, locale),
    roundedPart: (part, whole) => formatPartialAmount(part, whole, locale),
    treeColumn: (column) => treeColumn(column, locale),
    date: (date, style = 'long') => intl.formatDate(date, { ...day, dateStyle: style }),
    month: (date) => intl.formatDate(date, { ...day, year: 'numeric', month: 'long' }),
  };
}
