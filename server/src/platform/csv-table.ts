import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from './errors.js';

/** The columns of a table; whatever is in neither list is refused. */
export interface Columns<Required extends string, Optional extends string> {
  readonly required: readonly Required[];
  readonly optional: readonly Optional[];
  /** Spreadsheets write semicolons where a comma is part of a number. */
  readonly takesSemicolons?: boolean;
}

/** One row: texts that nobody has judged yet. */
export type CsvLine<Required extends string, Optional extends string = never> = Readonly<
  Record<Required, string> & Partial<Record<Optional, string>>
> & { readonly line: number };

/** What is wrong with a line. */
export interface Fault {
  readonly line: number;
  readonly what: string;
}

export interface CsvTable<Line> {
  readonly lines: readonly Line[];
  readonly faults: readonly Fault[];
}

/** Reads CSV whose first line names the columns, in any order. */
export function readCsvTable<Required extends string, Optional extends string = never>(
  text: string,
  columns: Columns<Required, Optional>,
): CsvTable<CsvLine<Required, Optional>> {
  const { records, faults } = readRecords(text, separatorOf(text, columns));
  const [header, ...rows] = records;
  const [fault] = faults;
  if (!header && fault) throw invalid(`line ${fault.line}: ${fault.what}`);
  if (!header) throw invalid(`The file is empty: its first line names ${columns.required.join(', ')}`);
  const names = namesOf(header.fields, columns);
  const lines: CsvLine<Required, Optional>[] = [];
  for (const { line, fields } of rows) {
    if (fields.length === names.length)
      lines.push({ line, ...named(names, fields) } as (typeof lines)[number]);
    else faults.push({ line, what: `has ${fields.length} fields, and the header ${names.length}` });
  }
  return { lines, faults };
}

const named = (names: readonly string[], fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']));

function separatorOf(text: string, { takesSemicolons = false }: Columns<string, string>): ',' | ';' {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (header.includes(',') || !/[;\t]/.test(header)) return ',';
  if (takesSemicolons && !header.includes('\t')) return ';';
  throw invalid(
    takesSemicolons
      ? 'The columns must be separated by commas or semicolons, not by tabs'
      : 'The columns must be separated by commas, not by semicolons or tabs',
  );
}

interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

function readRecords(text: string, delimiter: string): { records: CsvRecord[]; faults: Fault[] } {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
      delimiter,
      bom: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // Kept one by one: what stands before a broken quote is still judged.
      on_record: (fields: string[], { lines }) => {
        records.push({ line: lines, fields });
        return null;
      },
    });
    return { records, faults: [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records, faults: [brokenAt(error, records.at(-1)?.line ?? 0)] };
  }
}

function brokenAt(error: CsvError, lastGood: number): Fault {
  return error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? { line: lastGood + 1, what: 'a quote that begins here or below is never closed' }
    : { line: Number(error['lines']), what: 'a quote ends within a field; nothing from here on can be read' };
}

/** The header's names in lower case, each known and none twice. */
function namesOf(header: readonly string[], { required, optional }: Columns<string, string>): string[] {
  const names = header.map((name) => name.toLowerCase());
  const known = [...required, ...optional];
  const unknown = names
    .filter((name) => !known.includes(name))
    .map((name) => `unknown: ${name || '(no name)'}`);
  const missing = required.filter((name) => !names.includes(name)).map((name) => `missing: ${name}`);
  const twice = known
    .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
    .map((name) => `twice: ${name}`);
  const wrong = [...missing, ...unknown, ...twice];
  const more = optional.length > 0 ? ` and may name ${optional.join(', ')}` : '';
  if (wrong.length > 0)
    throw invalid(`The header must name ${required.join(', ')}${more} (${wrong.join('; ')})`);
  return names;
}
