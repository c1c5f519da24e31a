// Numbers of trees for people: on pages, in PDFs, mails and the dashboard. Exact figures are for programs: the API, exports and proofs.

/** From here on a decimal tells nothing. */
const wholeFrom = 100;

const formats = new Map<string, Intl.NumberFormat>();

/** Decimal text is formatted exactly, without a float in between. */
function format(value: string | number, locale: string, decimals: number, isFixed: boolean): string {
  const key = `${locale} ${decimals} ${isFixed}`;
  const known =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: isFixed ? decimals : 0,
      maximumFractionDigits: decimals,
    });
  formats.set(key, known);
  return known.format(value as number);
}

const decimalsOf = (trees: number): number => (Math.abs(trees) < wholeFrom ? 1 : 0);

/** A share that would be rounded to 0. */
const isTiny = (trees: number, decimals = 1): boolean => trees > 0 && trees < 0.5 / 10 ** decimals;

/** "<0.1", in every language. */
const tiny = (locale: string, decimals = 1): string => `<${format(10 ** -decimals, locale, decimals, true)}`;

/** At most one decimal, and none from a hundred trees on. What is not nothing is never shown as 0. */
export function formatTreeAmount(trees: string | number, locale: string): string {
  const about = Number(trees);
  return isTiny(about) ? tiny(locale) : format(trees, locale, decimalsOf(about), false);
}

/** As `formatTreeAmount`, of something that is a part of more: whoever reads both is never told that it is all, nor more than it is. */
export function formatPartialAmount(part: string | number, whole: string | number, locale: string): string {
  const all = formatTreeAmount(whole, locale);
  return (
    formatPart(part, whole, { all, locale, decimals: decimalsOf(Number(part)), isFixed: false }) ??
    formatTreeAmount(part, locale)
  );
}

interface PartFormat {
  /** How the whole is shown. */
  readonly all: string;
  readonly locale: string;
  readonly decimals: number;
  readonly isFixed: boolean;
}

/** Rounded down, until it is not what the whole is shown as. Undefined: it is nothing, or all. */
function formatPart(
  part: string | number,
  whole: string | number,
  { all, locale, decimals, isFixed }: PartFormat,
): string | undefined {
  const about = Number(part);
  if (about <= 0 || about >= Number(whole)) return undefined;
  const steps = Math.floor(about * 10 ** decimals);
  const text = (count: number): string =>
    count <= 0 ? tiny(locale) : format(count / 10 ** decimals, locale, decimals, isFixed);
  return text(steps) === all ? text(steps - 1) : text(steps);
}

/** The same for measures of paper on public pages. */
export const measureFormatOptions = (value: number): { readonly maximumFractionDigits: number } => ({
  maximumFractionDigits: decimalsOf(value),
});

/**
 * For the column of a table: all with the same decimals, so that digits are below each other. This goes before the rule that numbers
 * from a hundred on have none: 250 is 250.0 next to 12.4. What is a part of `whole`, beside it, is rounded down.
 */
export function treeColumn(
  column: readonly (string | number)[],
  locale: string,
): (trees: string | number, whole?: string | number) => string {
  const decimals = column.every((trees) => Number(trees) === 0 || decimalsOf(Number(trees)) === 0) ? 0 : 1;
  const write = (trees: string | number): string =>
    isTiny(Number(trees)) ? tiny(locale) : format(trees, locale, decimals, true);
  return (trees, whole = trees) =>
    formatPart(trees, whole, { all: write(whole), locale, decimals, isFixed: true }) ?? write(trees);
}

const cellDecimals = 2;

/** For the dashboard's lists, in which shares of a tree are compared: always two decimals. */
export const formatTreeCell = (trees: number, locale: string): string =>
  isTiny(trees, cellDecimals) ? tiny(locale, cellDecimals) : format(trees, locale, cellDecimals, true);

/** What decides the plural beside a number of trees or tonnes: 1.04 is shown as 1, and so is one. */
export function shownAmount(amount: string | number): number {
  const about = Number(amount);
  if (isTiny(about)) return about;
  return about < wholeFrom ? Math.round(about * 10) / 10 : Math.round(about);
}

/**
 * Texts have `{treeCount}`, the number as it is shown, next to `{trees}`, which decides the plural: what is shown as 1 is one tree.
 */
export function withDisplayedTrees<V>(
  values: Readonly<Record<string, V>>,
  locale: string,
): Readonly<Record<string, V | string | number>> {
  const { trees } = values;
  if (typeof trees !== 'string' && typeof trees !== 'number') return values;
  // A text that has its own number already.
  if (Number.isNaN(Number(trees))) return values;
  return { ...values, trees: shownAmount(trees), treeCount: formatTreeAmount(trees, locale) };
}
