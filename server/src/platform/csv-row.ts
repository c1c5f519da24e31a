export type CsvCell = string | number | null;

/** One row as RFC 4180 writes it. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: CsvCell): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that somebody else chose: a spreadsheet must show it, not run it as a formula. */
export const csvName = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);
