import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from '../platform/errors.js';

const columns = ['project', 'serial', 'vintage_start', 'vintage_end', 'tonnes'] as const;

/** One lot as the file has it: texts that nobody has judged yet. */
export type CreditLine = Readonly<Record<(typeof columns)[number], string>> & { readonly line: number };

/** What is wrong with a line. */
export interface Fault {
  readonly line: number;
  readonly what: string;
}

export interface CreditFile {
  readonly lines: readonly CreditLine[];
  readonly faults: readonly Fault[];
}

/** Reads a CSV file of lots; its header names the columns, in any order. */
export function readCreditFile(text: string): CreditFile {
  requireCommas(text);
  const { records, faults } = readRecords(text);
  const [header, ...rows] = records;
  if (!header)
    throw invalid(faults[0]?.what ?? `The file is empty: its first line names ${columns.join(', ')}`);
  const places = placesOf(header.fields);
  const lines: CreditLine[] = [];
  for (const { line, fields } of rows) {
    if (fields.length === header.fields.length) lines.push({ line, ...pick(fields, places) });
    else faults.push({ line, what: `has ${fields.length} fields, and the header ${header.fields.length}` });
  }
  if (lines.length === 0 && faults.length === 0) throw invalid('The file has no lots, only a header');
  return { lines, faults };
}

/** Spreadsheets write semicolons or tabs where a comma is part of a number. */
function requireCommas(text: string): void {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (/[;\t]/.test(header) && !header.includes(',')) {
    throw invalid('The columns must be separated by commas, not by semicolons or tabs');
  }
}

interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

function readRecords(text: string): { records: CsvRecord[]; faults: Fault[] } {
  const records: CsvRecord[] = [];
  try {
    parse(text, {
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

type Places = Readonly<Record<(typeof columns)[number], number>>;

function placesOf(header: readonly string[]): Places {
  const names = header.map((name) => name.toLowerCase());
  const known: readonly string[] = columns;
  const unknown = names
    .filter((name) => !known.includes(name))
    .map((name) => `unknown: ${name || '(no name)'}`);
  const missing = columns.filter((name) => !names.includes(name)).map((name) => `missing: ${name}`);
  const twice = columns
    .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
    .map((name) => `twice: ${name}`);
  const wrong = [...missing, ...unknown, ...twice];
  if (wrong.length > 0) throw invalid(`The header must name ${columns.join(', ')} (${wrong.join('; ')})`);
  return byColumn((name) => names.indexOf(name));
}

const pick = (fields: readonly string[], places: Places): Omit<CreditLine, 'line'> =>
  byColumn((name) => fields[places[name]] ?? '');

const byColumn = <T>(valueOf: (name: (typeof columns)[number]) => T): Record<(typeof columns)[number], T> =>
  Object.fromEntries(columns.map((name) => [name, valueOf(name)])) as Record<(typeof columns)[number], T>;
