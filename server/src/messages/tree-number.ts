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
export function treeNumber(trees: string | number, locale: string): string {
  const about = Number(trees);
  return isTiny(about) ? tiny(locale) : format(trees, locale, decimalsOf(about), false);
}

/** For the column of a table: all with the same decimals, so that digits are below each other. */
export function treeColumn(
  column: readonly (string | number)[],
  locale: string,
): (trees: string | number) => string {
  const decimals = column.every((trees) => Number(trees) === 0 || decimalsOf(Number(trees)) === 0) ? 0 : 1;
  return (trees) => (isTiny(Number(trees)) ? tiny(locale) : format(trees, locale, decimals, true));
}

const cellDecimals = 2;

/** For the dashboard's lists, in which shares of a tree are compared: always two decimals. */
export const treeCell = (trees: number, locale: string): string =>
  isTiny(trees, cellDecimals) ? tiny(locale, cellDecimals) : format(trees, locale, cellDecimals, true);

/** Of tonnes, two decimals are shown. */
const isShownAsOne = (tonnes: number): boolean => tonnes >= 0.995 && tonnes < 1.005;

/**
 * Texts have `{treeCount}`, the number as it is shown, next to `{trees}`, which decides the plural: what is shown as 1 is one tree.
 */
export function withDisplayedTrees<V>(
  values: Readonly<Record<string, V>>,
  locale: string,
): Readonly<Record<string, V | string | number>> {
  const { trees, tonnes } = values;
  if (isShownAsOne(Number(tonnes))) return { ...values, tonnes: 1 };
  if (typeof trees !== 'string' && typeof trees !== 'number') return values;
  const about = Number(trees);
  // A text that has its own number already.
  if (Number.isNaN(about)) return values;
  const shown = isTiny(about) ? about : Math.round(about * 10) / 10;
  return {
    ...values,
    trees: about < wholeFrom ? shown : Math.round(about),
    treeCount: treeNumber(trees, locale),
  };
}
