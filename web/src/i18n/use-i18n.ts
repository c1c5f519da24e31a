import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { withShownTrees } from '../../../server/src/messages/shown-trees.js';
import type { sharedMessageKeys } from './shared-message-keys.js';
import type en from '../../../server/src/messages/catalogues/en.json';

/** What the app says. English is the source: what it says, every language says. */
export type MessageKey =
  Extract<keyof typeof en, `${'app' | 'refusal'}.${string}`> | (typeof sharedMessageKeys)[number];

export type MessageValues = Readonly<Record<string, string | number>>;

/** What is said in the reader's language; days and months are those of UTC, as the API counts them. */
export interface I18n {
  readonly locale: string;
  readonly t: (key: MessageKey, values?: MessageValues) => string;
  readonly number: (value: number) => string;
  /** Two decimals; of small shares two digits, so that the share of a single page is never shown as 0. */
  readonly trees: (value: number) => string;
  /** In the currency, or as a bare number while that is not known. */
  readonly money: (value: number, currency: string | undefined) => string;
  /** Grams, said in kilograms. */
  readonly mass: (grams: number) => string;
  readonly day: (iso: string) => string;
  /** Day and time by the reader's own clock. */
  readonly moment: (iso: string) => string;
  readonly month: (iso: string) => string;
  /** For the narrow space under a bar of a chart. */
  readonly shortMonth: (iso: string) => string;
}

/** Never three decimals behind a figure: half of the world would take 1.234 for more than a thousand. */
export const treeNumberFormat = {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
} as const;

/** Prices have two decimals, in whatever currency. */
const twoDecimals = { style: 'currency', maximumFractionDigits: 2 } as const;

/** Thai would count years by the Buddhist era, which no API answer does. */
const calendar = 'gregory';
const inUtc = { timeZone: 'UTC', calendar } as const;

const toTheMinute = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

export function useI18n(): I18n {
  const intl = useIntl();
  return useMemo(
    () => ({
      locale: intl.locale,
      t: (key, values) => intl.formatMessage({ id: key }, values && withShownTrees(values)),
      number: (value) => intl.formatNumber(value),
      trees: (value) => intl.formatNumber(value, treeNumberFormat),
      money: (value, currency) =>
        intl.formatNumber(
          value,
          currency === undefined ? { minimumFractionDigits: 2 } : { ...twoDecimals, currency },
        ),
      mass: (grams) =>
        intl.formatNumber(grams / 1000, {
          ...treeNumberFormat,
          style: 'unit',
          unit: 'kilogram',
          unitDisplay: 'short',
        }),
      day: (iso) => intl.formatDate(iso, { ...inUtc, dateStyle: 'medium' }),
      moment: (iso) => intl.formatDate(iso, { calendar, ...toTheMinute }),
      month: (iso) => intl.formatDate(iso, { ...inUtc, year: 'numeric', month: 'long' }),
      shortMonth: (iso) => intl.formatDate(iso, { ...inUtc, month: 'short' }),
    }),
    [intl],
  );
}
