import { createIntl, createIntlCache, type FormatNumberOptions } from '@formatjs/intl';
import type { Decimal, Whole } from '../platform/decimals.js';
import { catalogues, type MessageKey } from './catalogues.js';
import type { Locale } from './locales.js';
import { withShownTrees } from './shown-trees.js';

/** What is said in one language. Texts come back as they are: whoever puts them into HTML escapes them there. */
export interface Words {
  readonly locale: Locale;
  /** Throws when a value that the message speaks of is missing. */
  readonly say: (key: MessageKey, values?: Readonly<Record<string, string | Whole>>) => string;
  /** Decimal text keeps all its digits; see `precise` for how many are shown. */
  readonly number: (value: number | Decimal, options?: FormatNumberOptions) => string;
  /** The day in UTC, by the Gregorian calendar. */
  readonly date: (date: Date, style?: DateStyle) => string;
  readonly month: (date: Date) => string;
}

/** In plurals the library writes bigints by way of a float: their digits are put right. */
const exactly = (
  said: string,
  values: Readonly<Record<string, unknown>>,
  number: (value: Whole) => string,
): string =>
  Object.values(values)
    .filter((value) => typeof value === 'bigint')
    .reduce<string>((text, value) => text.replaceAll(number(Number(value)), number(value)), said);

type DateStyle = NonNullable<Intl.DateTimeFormatOptions['dateStyle']>;

/**
 * Two decimals; of small shares two digits, so that the tree share of a single page is never shown as 0. Never three behind
 * a figure: half of the world would take 1.234 for more than a thousand.
 */
const precise = {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
} as const;

/** Stored days are in UTC. Thai would count years by the Buddhist era, which no API answer does. */
const day = { timeZone: 'UTC', calendar: 'gregory' } as const;

const cache = createIntlCache();
const known = new Map<Locale, Words>();

export function wordsFor(locale: Locale): Words {
  const words = known.get(locale) ?? createWords(locale);
  known.set(locale, words);
  return words;
}

function createWords(locale: Locale): Words {
  const intl = createIntl(
    {
      locale,
      messages: catalogues[locale],
      formats: { number: { precise } },
      onError: (error) => {
        throw error;
      },
    },
    cache,
  );
  return {
    locale,
    say: (key, values = {}) =>
      exactly(intl.formatMessage({ id: key }, withShownTrees(values)), values, (value) =>
        intl.formatNumber(value),
      ),
    // Typed for numbers only, but Intl reads decimal text as it stands, without passing through a float.
    number: (value, options = precise) => intl.formatNumber(value as number, options),
    date: (date, style = 'long') => intl.formatDate(date, { ...day, dateStyle: style }),
    month: (date) => intl.formatDate(date, { ...day, year: 'numeric', month: 'long' }),
  };
}
