import type { CsvRecord } from '../../platform/text/csv-records.js';

export type DecimalMark = '.' | ',';

/** Sizes and weights have decimals. Counts have none, so they say nothing about the mark. */
const measures: readonly (string | undefined)[] = ['width', 'length', 'weight'];

const oneMark = /^-?(\d+)([.,])(\d+)$/;
/** Marks between thousands, with or without decimals behind another mark. */
const grouped = /^-?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const swapMarks = (text: string): string => text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));

/** The decimal mark that a number must have; undefined for whole numbers, and for 1,250 or 1.250, which may be a thousand and more. */
export function decimalMarkIn(written: string): DecimalMark | undefined {
  const text = withoutApostrophe(written);
  if (grouped.test(text)) return ',';
  if (grouped.test(swapMarks(text))) return '.';
  const [, whole = '', mark, decimals = ''] = oneMark.exec(text) ?? [];
  const isClear = decimals.length !== 3 || whole.length > 3 || whole.startsWith('0');
  return isClear ? (mark as DecimalMark | undefined) : undefined;
}

/** The decimal mark of a file: a comma if a number proves it and none has a decimal point. */
export function findDecimalMark(
  rows: readonly CsvRecord[],
  fields: readonly (string | undefined)[],
): DecimalMark {
  const columns = fields.flatMap((field, index) => (measures.includes(field) ? [index] : []));
  let hasComma = false;
  for (const { fields: cells } of rows)
    for (const index of columns) {
      const mark = decimalMarkIn(cells[index] ?? '');
      if (mark === '.') return '.';
      if (mark === ',') hasComma = true;
    }
  return hasComma ? ',' : '.';
}

/** Whether a number has a mark that is not the file's, and may mean thousands or decimals. */
export const isAmbiguous = (field: string, text: string, mark: DecimalMark): boolean => {
  const other = oneMark.exec(withoutApostrophe(text))?.[2];
  return (
    measures.includes(field) && other !== undefined && other !== mark && decimalMarkIn(text) === undefined
  );
};

const withoutApostrophe = (text: string): string => text.replace(/^'(?=[-+])/, '');

/** A number with a decimal point, if it is clear what it means. Other text stays as it is, and is refused later. */
export const plainNumber = (field: string, text: string, mark: DecimalMark): string => {
  const number = withoutApostrophe(text);
  return mark === ',' && measures.includes(field) ? number.replace(/^(-?\d+),(\d+)$/, '$1.$2') : number;
};
