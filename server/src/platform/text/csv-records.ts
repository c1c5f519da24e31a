import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import { inChunks } from '../limits/batches.js';
import { invalid } from '../errors.js';
import type { InvalidLine } from '../reason.js';

export interface CsvRecord {
  /** Its first one. */
  readonly line: number;
  readonly fields: readonly string[];
}

export interface CsvRecords {
  readonly records: readonly CsvRecord[];
  /** Where parsing had to stop. */
  readonly broken: InvalidLine | undefined;
}

/** What a line may have. */
export interface CsvLimits {
  /** In characters, without spaces and delimiters around fields. */
  readonly maxLineLength?: number | undefined;
  readonly maxFields?: number;
}

// Small, because the parser creates an error with a stack trace for every line whose field count differs from the first's.
const pieceLength = 512;
/** Unless a table has longer ones. */
const usualLineLength = 10_000;

/** As it is written, with spaces and delimiters, which the parser's own limit leaves out. */
const maxRawLength = 100_000;

/**
 * Reads CSV in chunks, and stops at the first line beyond the limit. The header and empty lines do not count; there may be
 * as many empty lines as rows.
 */
export async function readCsvRecords(
  text: string,
  delimiter: string,
  maxRows: number,
  { maxLineLength = usualLineLength, maxFields = Infinity }: CsvLimits = {},
): Promise<CsvRecords> {
  const records: CsvRecord[] = [];
  let stopped: InvalidLine | undefined;
  /** Line breaks of two characters in quoted fields so far, of which the parser counts both. */
  let countedTwice = 0;
  const parser = parse({
    delimiter,
    bom: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxLineLength,
    // Collected one by one, so that the rows before a broken quote are still checked.
    on_record: (fields: string[], { lines: lastLine }) => {
      const line = lastLine - countedTwice - countIn(fields, /[\r\n]/g);
      countedTwice += countIn(fields, /\r\n/g);
      if (fields.length > maxFields) stopped ??= tooManyFields(line, fields.length, maxFields);
      if (!stopped) records.push({ line, fields });
      return null;
    },
  });
  const isTooLong = (): boolean => records.length > maxRows + 1 || parser.info.lines > 2 * maxRows + 2;
  const pieces = async function* (): AsyncGenerator<Buffer> {
    let line = 0;
    let rawLength = 0;
    for await (const piece of inChunks(Buffer.from(text), pieceLength)) {
      yield piece;
      if (isTooLong()) throw tooManyLines(maxRows);
      const { lines } = parser.info;
      rawLength = lines === line ? rawLength + piece.length : 0;
      line = lines;
      if (rawLength > Math.max(maxRawLength, 2 * maxLineLength)) stopped ??= lineTooLong(line, maxRawLength);
      if (stopped) return;
    }
  };
  try {
    // The parser emits nothing, but must be drained to finish.
    await pipeline(pieces, parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      records,
      broken: stopped ?? brokenAt(error, parser, { lastGood: records.at(-1)?.line ?? 0, maxLineLength }),
    };
  }
  if (isTooLong()) throw tooManyLines(maxRows);
  return { records, broken: stopped };
}

const countIn = (fields: readonly string[], what: RegExp): number =>
  fields.reduce((sum, field) => sum + (field.match(what)?.length ?? 0), 0);

const tooManyLines = (maxRows: number) =>
  invalid(`The file has too many lines: at most ${maxRows} are allowed`, {
    code: 'file-too-many-lines',
    params: { max: maxRows },
  });

const lineTooLong = (line: number, max: number): InvalidLine => ({
  line,
  what: `is longer than ${max} characters`,
  reason: { code: 'line-too-long', params: { max } },
});

const tooManyFields = (line: number, fields: number, max: number): InvalidLine => ({
  line,
  what: `has ${fields} fields, and at most ${max} are allowed`,
  reason: { code: 'too-many-entries', params: { max } },
});

function brokenAt(
  { code }: CsvError,
  { info }: Parser,
  { lastGood, maxLineLength }: { readonly lastGood: number; readonly maxLineLength: number },
): InvalidLine {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return {
        line: lastGood + 1,
        what: 'a quoted field that begins here or below is not closed',
        reason: { code: 'quote-not-closed' },
      };
    case 'CSV_MAX_RECORD_SIZE':
      return lineTooLong(lastGood + 1, maxLineLength);
    default:
      return {
        line: info.lines,
        what: 'a quote ends inside a field; the rest of the file cannot be read',
        reason: { code: 'quote-inside' },
      };
  }
}
