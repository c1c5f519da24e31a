import type { Context } from '../../../database/context.js';
import type { OffsetLot } from '../../../features/carbon/offset-credit-store.js';
import type { OffsetRetirement } from '../../../features/carbon/offset-retirements.js';
import type { PublicCarbonOffset } from '../../../features/carbon/public-carbon-offset-store.js';
import type { I18n } from '../../../messages/i18n.js';
import type { MethodologyOrigin } from '../../../messages/methodology-text.js';
import { countryName } from '../../../messages/places/country-of.js';
import { carbonCertificateUrl, sandboxUrl } from '../../../messages/links.js';
import { shownAmount } from '../../../messages/format-tree-amount.js';
import { sumOf, type Decimal } from '../../../platform/decimals.js';
import { cleanText } from '../../../platform/text/clean-text.js';
import { parseDay } from '../../../platform/time/days.js';
import { isoDay } from '../../../platform/time/months.js';
import { certificateNumber } from '../certificate-number.js';

/** Credits are counted to the gram. */
const tonneDecimals = 6;
const maxShownCredits = 300;
/** No more are named, so that a line stays a line. */
const maxIndexes = 8;
/** The dot stays at the end of a line. */
const qualitySeparator = '\u00A0· ';

/** The content of a carbon certificate, printed or on screen. */
export interface CarbonFacts {
  readonly id: string;
  /** As shown. */
  readonly number: string;
  readonly accountName: string;
  readonly tonnes: Decimal;
  readonly retiredTonnes: Decimal;
  readonly date: Date;
  readonly status: 'processing' | 'fulfilled';
  readonly project: { readonly name: string; readonly type: string };
  readonly registries: readonly string[];
  readonly standards: readonly string[];
  readonly types: readonly ('removal' | 'avoidance')[];
  readonly countries: readonly string[];
  /** YYYY-MM-DD */
  readonly vintage: { readonly start: string; readonly end: string } | null;
  /** By which the tonnes were calculated. Null: it is not known any more. */
  readonly methodology: MethodologyOrigin | null;
  /** Some of the ranges. An offset may have thousands, if its credits were retired one by one. */
  readonly credits: readonly ShownCredits[];
  /** How many more ranges come after them. */
  readonly creditsLeft: number;
  /** Where the next of them are. */
  readonly nextCreditsUrl: string | undefined;
  /** Undefined in a sandbox, which has no log. */
  readonly log: { readonly origin: string; readonly indexes: readonly number[] } | undefined;
  /** The page of the certificate. */
  readonly url: string;
  /** What paths on the same host begin with. */
  readonly root: string;
  readonly isSandbox: boolean;
}

/** A range of credits that was retired together, or not yet. */
export interface ShownCredits {
  readonly serial: string;
  readonly tonnes: Decimal;
  readonly status: 'allocated' | 'retired';
  readonly retiredOn: string | null;
  readonly registryUrl: string | null;
  readonly country: string | null;
  readonly ccp: OffsetLot['ccp'];
  readonly correspondingAdjustment: OffsetLot['correspondingAdjustment'];
}

export function carbonFacts(
  offset: PublicCarbonOffset,
  retirements: readonly OffsetRetirement[],
  { baseUrl, sandbox }: Pick<Context, 'baseUrl' | 'sandbox'>,
  logOrigin: string | undefined,
  firstCredits = 1,
): CarbonFacts {
  const url = carbonCertificateUrl(baseUrl(), offset.id);
  const end = firstCredits - 1 + maxShownCredits;
  const creditsLeft = Math.max(0, retirements.length - end);
  const lots = retirements.map(({ lot }) => lot);
  const distinct = <Value extends string>(values: readonly (Value | null)[]): Value[] =>
    [...new Set(values)].filter((value) => value !== null);
  const { vintageStartDate, vintageEndDate } = offset;
  return {
    id: offset.id,
    number: certificateNumber(offset.id),
    // As the registry knows it, even if the account has been renamed.
    accountName: retirements.at(-1)?.beneficiary ?? offset.accountName,
    tonnes: offset.mtco2e,
    retiredTonnes: sumOf(
      retirements.filter(({ status }) => status === 'retired').map(({ tonnes }) => tonnes),
    ).toFixed(),
    date: offset.date,
    status: offset.status,
    project: { name: offset.projectName, type: offset.projectType },
    registries: distinct(lots.map(({ registry }) => registry)),
    standards: distinct(lots.map(({ standard }) => standard)),
    types: distinct(lots.map(({ type }) => type)),
    countries: distinct(lots.map(({ country }) => country)),
    vintage:
      vintageStartDate && vintageEndDate
        ? { start: isoDay(vintageStartDate), end: isoDay(vintageEndDate) }
        : null,
    methodology: offset.methodology,
    credits: retirements
      .slice(firstCredits - 1, end)
      .map(({ lot, serial, tonnes, status, retiredOn, registryUrl }) => ({
        serial,
        tonnes,
        status,
        retiredOn,
        registryUrl,
        country: lot.country,
        ccp: lot.ccp,
        correspondingAdjustment: lot.correspondingAdjustment,
      })),
    creditsLeft,
    nextCreditsUrl: creditsLeft === 0 ? undefined : `${url}?from=${end + 1}`,
    log: logOrigin === undefined ? undefined : { origin: logOrigin, indexes: indexesOf(lots) },
    url,
    root: sandbox ? sandboxUrl('', sandbox.id) : '',
    isSandbox: sandbox !== undefined,
  };
}

const indexesOf = (lots: readonly OffsetLot[]): number[] =>
  [...new Set(lots.flatMap(({ logIndex }) => logIndex ?? []))].sort((a, b) => a - b);

const dayIn = (text: string, { date }: I18n): string => date(parseDay(text) ?? new Date(text), 'medium');

/** `from` of an address: the number of the first range to be shown. */
export const firstCreditsOf = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;

/** What is known about the credits of a range, for people. */
export const statusText = ({ retiredOn }: ShownCredits, i18n: I18n): string =>
  retiredOn === null
    ? i18n.t('carbonCertificate.allocated')
    : i18n.t('carbonCertificate.retired', { date: dayIn(retiredOn, i18n) });

/** How much of it is retired. */
export const sumText = ({ tonnes, retiredTonnes }: CarbonFacts, { t, rounded, roundedPart }: I18n): string =>
  t('carbonCertificate.sum', { done: roundedPart(retiredTonnes, tonnes), tonnes: rounded(tonnes) });

/** What stands below the number of tonnes. */
export const unitText = ({ tonnes }: CarbonFacts, { t }: I18n): string =>
  t('carbonCertificate.tonnes', { tonnes: String(shownAmount(tonnes)) });

/** With all decimals. Undefined if the rounded number is the exact one. */
export function exactText({ tonnes }: CarbonFacts, { t, number, rounded }: I18n): string | undefined {
  const exact = number(tonnes, { maximumFractionDigits: tonneDecimals });
  return exact === rounded(tonnes) ? undefined : t('carbonCertificate.exact', { exact });
}

/** Where the transparency log has the allocation of the credits. */
export function logText({ log }: CarbonFacts, { t, number }: I18n): string | undefined {
  if (!log || log.indexes.length === 0) return undefined;
  const { origin, indexes } = log;
  const some = indexes.slice(0, maxIndexes).map((index) => number(index, { useGrouping: false }));
  return t('carbonCertificate.log', {
    origin,
    count: indexes.length,
    indexes: [...some, ...(indexes.length > maxIndexes ? ['…'] : [])].join(', '),
  });
}

/** Undefined: unknown. */
export function qualityText(
  { types, standards, countries }: CarbonFacts,
  { t, locale }: I18n,
): string | undefined {
  const words = [
    ...types.map((type) => t(`app.operator.credits.${type}`)),
    ...standards.map(cleanText),
    ...countries.map((code) => countryName(code, locale)),
  ];
  return words.length > 0 ? words.join(qualitySeparator) : undefined;
}

/** Whole years, which most vintages are, as such. */
export function vintageText({ vintage }: CarbonFacts, i18n: I18n): string | undefined {
  if (!vintage) return undefined;
  const { start, end } = vintage;
  if (!start.endsWith('-01-01') || !end.endsWith('-12-31'))
    return i18n.t('app.operator.credits.vintage', { start: dayIn(start, i18n), end: dayIn(end, i18n) });
  const [first, last] = [start.slice(0, 4), end.slice(0, 4)];
  return first === last ? first : `${first}–${last}`;
}

/** What it says, and what it does not. */
export const footerText = ({ t }: I18n): string =>
  `${t('carbonCertificate.footer')} ${t('carbonCertificate.limits')}`;
