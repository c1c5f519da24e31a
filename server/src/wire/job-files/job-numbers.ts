import type { CsvRecord } from '../../platform/text/csv-records.js';

export type DecimalMark = '.' | ',';

const withComma = /^-?\d+,(\d+)$/;
const withPoint = /^-?\d+\.\d+$/;

/** Sizes and weights have decimals. Counts have none, so they say nothing about the mark. */
const measures: readonly (string | undefined)[] = ['width', 'length', 'weight'];

/**
 * Whether the numbers of a file have a decimal comma. In a file whose columns are separated by commas, 1,250 may be a thousand and
 * more, so there at least one number must have other than three digits after its comma.
 */
export function findDecimalMark(
  rows: readonly CsvRecord[],
  fields: readonly (string | undefined)[],
  delimiter: string,
): DecimalMark {
  const columns = fields.flatMap((field, index) => (measures.includes(field) ? [index] : []));
  let hasComma = false;
  for (const { fields: cells } of rows)
    for (const index of columns) {
      const text = cells[index] ?? '';
      if (withPoint.test(text)) return '.';
      const decimals = withComma.exec(text)?.[1];
      if (decimals !== undefined && (delimiter !== ',' || decimals.length !== 3)) hasComma = true;
    }
  return hasComma ? ',' : '.';
}

/** A number with a decimal point, if it is clear what it means. Other text stays as it is, and is refused later. */
export const plainNumber = (text: string, mark: DecimalMark): string => {
  const number = text.replace(/^'(?=[-+])/, '');
  return mark === ',' ? number.replace(/^(-?\d+),(\d+)$/, '$1.$2') : number;
};

/** A day as `3.11.2026` or `2026/11/03`, which mean the same everywhere, as the API has it. `03/11/2026` does not. */
export const plainDate = (text: string): string => {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) return [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
  return text.replace(/^(\d{4})\/(\d{2})\/(\d{2})$/, '$1-$2-$3');
};
