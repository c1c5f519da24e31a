export type CsvCell = string | number | null;

/**
 * One row in RFC 4180 format, safe against formula injection: names in it are chosen by users. In locales with a decimal
 * comma, spreadsheets separate cells by semicolons. There, a quote inside a line has no meaning, and the cell `a;=b()` is
 * read as two, the second a formula. So anything that looks like a formula gets an apostrophe, at the start of a cell and
 * after every character that may separate cells or lines.
 */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: CsvCell): string {
  const text = cell === null ? '' : harmless(String(cell));
  return quotable.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Negative numbers are not formulas, and must stay numbers for readers of the file. */
const harmless = (text: string): string =>
  decimalNumber.test(text)
    ? text
    : text.replace(possibleFormula, (_, before: string, sign: string) =>
        sign === '' ? before : `${before}'${sign}`,
      );

const decimalNumber = /^-?\d+(\.\d+)?$/;

const quotable = /[",;\t\n\v\f\r\u0085\u2028\u2029]/;

// After the start or a separator: spaces, quotes and invisible characters, which some programs drop. Each run is matched as a whole,
// so long runs are scanned only once.
const start = String.raw`(?:^|[,;\t\n\v\f\r\u0085\u2028\u2029])[,;\s"\p{Cc}\p{Cf}]*`;
/** The signs that start a formula, including their full-width forms. */
const sign = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const possibleFormula = new RegExp(`(${start})(${sign}?)`, 'gu');
const addedApostrophe = new RegExp(`(${start})(?:'(?=${sign}))?`, 'gu');

/** The text of a cell of `csvRow` without the apostrophes that it added. */
export const withoutAddedApostrophes = (text: string): string => text.replace(addedApostrophe, '$1');
