export type CsvCell = string | number | null;

/**
 * One row as RFC 4180 writes it, that a spreadsheet shows and never runs. Names in it are chosen by others, and where a
 * comma is part of a number, spreadsheets separate by semicolons: there a quote within a line means nothing, and a cell
 * `a;=b()` is two, of which the second is a formula. So whatever looks like one gets an apostrophe, at the beginning of a
 * cell and behind everything that may separate cells or lines somewhere.
 */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: CsvCell): string {
  const text = cell === null ? '' : harmless(String(cell));
  return quotable.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Numbers below zero are no formulas, and whoever reads the file has to find numbers. */
const harmless = (text: string): string =>
  decimalNumber.test(text)
    ? text
    : text.replace(possibleFormula, (_, before: string, sign: string) =>
        sign === '' ? before : `${before}'${sign}`,
      );

const decimalNumber = /^-?\d+(\.\d+)?$/;

const quotable = /[",;\t\n\v\f\r\u0085\u2028\u2029]/;

// Behind the beginning or a separator: blanks, quotes and characters that are not seen, which some programs drop, then the
// signs that begin a formula, also in the wide forms of East Asian keyboards. It takes each run whole, so long ones are read once.
const possibleFormula =
  /((?:^|[,;\t\n\v\f\r\u0085\u2028\u2029])[,;\s"\p{Cc}\p{Cf}]*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20]?)/gu;
