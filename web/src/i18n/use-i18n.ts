import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import {
  formatTreeAmount,
  formatTreeCell,
  withDisplayedTrees,
} from '../../../server/src/messages/format-tree-amount.js';
import type { sharedMessageKeys } from './shared-message-keys.js';
import type en from '../../../server/src/messages/catalogues/en.json';

/** The keys of the English catalogue that the dashboard has. */
export type MessageKey =
  | Extract<keyof typeof en, `${'app' | 'refusal'}.${string}`>
  | (typeof sharedMessageKeys)[number];

export type MessageValues = Readonly<Record<string, string | number>>;

/** Messages and formats in the reader's language. Days and months are in UTC like the API's. */
export interface I18n {
  readonly locale: string;
  readonly t: (key: MessageKey, values?: MessageValues) => string;
  readonly number: (value: number) => string;
  /** As on public pages: the share of a single page is never shown as 0. */
  readonly trees: (value: number) => string;
  /** For lists: with two decimals, so that digits are below each other. */
  readonly treeCell: (value: number) => string;
  /** Of 1, as percent. */
  readonly share: (value: number) => string;
  /** Without a currency, just the number. */
  readonly money: (value: number, currency: string | undefined) => string;
  /** Takes grams, shows kilograms. */
  readonly mass: (grams: number) => string;
  readonly day: (iso: string) => string;
  /** In the reader's time zone. */
  readonly moment: (iso: string) => string;
  /** In UTC: what the clock of a sandbox shows, by which months end. */
  readonly clock: (iso: string) => string;
  readonly month: (iso: string) => string;
  /** For the axes of a chart. */
  readonly compact: (value: number) => string;
  readonly shortMonth: (iso: string) => string;
}

/**
 * Two decimals, or two significant digits if that is more. Never three decimals: half of the world would read 1.234 as more than a
 * thousand.
 */
export const preciseFormat = {
  maximumFractionDigits: 2,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
} as const;

/** Prices have two decimals in every currency. */
const twoDecimals = { style: 'currency', maximumFractionDigits: 2 } as const;

/** By default, Thai uses the Buddhist calendar, which the API does not. */
const calendar = 'gregory';
const inUtc = { timeZone: 'UTC', calendar } as const;

const mediumDay: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };

/** Portuguese has "17 de nov. de 2026", too wide for the tables of a phone. */
const dayFormats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  pt: { day: '2-digit', month: '2-digit', year: 'numeric' },
};

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
      t: (key, values) => intl.formatMessage({ id: key }, values && withDisplayedTrees(values, intl.locale)),
      number: (value) => intl.formatNumber(value),
      trees: (value) => formatTreeAmount(value, intl.locale),
      treeCell: (value) => formatTreeCell(value, intl.locale),
      share: (value) =>
        intl.formatNumber(value, {
          style: 'percent',
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
        }),
      money: (value, currency) =>
        intl.formatNumber(
          value,
          currency === undefined ? { minimumFractionDigits: 2 } : { ...twoDecimals, currency },
        ),
      mass: (grams) =>
        intl.formatNumber(grams / 1000, {
          ...preciseFormat,
          style: 'unit',
          unit: 'kilogram',
          unitDisplay: 'short',
        }),
      day: (iso) => intl.formatDate(iso, { ...inUtc, ...(dayFormats[intl.locale] ?? mediumDay) }),
      moment: (iso) => intl.formatDate(iso, { calendar, ...toTheMinute }),
      clock: (iso) => intl.formatDate(iso, { ...inUtc, ...toTheMinute }),
      month: (iso) => intl.formatDate(iso, { ...inUtc, year: 'numeric', month: 'long' }),
      compact: (value) => intl.formatNumber(value, { notation: 'compact' }),
      shortMonth: (iso) => intl.formatDate(iso, { ...inUtc, month: 'short' }),
    }),
    [intl],
  );
}
