import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '../errors.js';
import type { InvalidLine } from '../reason.js';
import { scanCsv, type BrokenRecord, type ScannedRecord } from './csv-scanner.js';

export type CsvRecord = Pick<ScannedRecord, 'line' | 'lastLine' | 'fields'>;

export interface CsvRecords {
  /** Undefined if the file is empty. */
  readonly header: CsvRecord | undefined;
  readonly rows: readonly CsvRecord[];
  /** Records that cannot be read. All others are read nevertheless. */
  readonly faults: readonly InvalidLine[];
}

/** What a line may have. */
export interface CsvLimits {
  /** In characters, without spaces and delimiters around fields. */
  readonly maxLineLength?: number | undefined;
  readonly maxFields?: number;
}

/** Unless a table has longer ones. */
const usualLineLength = 10_000;

/** As it is written, with spaces and delimiters. */
const maxRawLength = 100_000;

/**
 * Reads CSV, and lets others work in between. Refuses a file whose header cannot be read, or that has more rows than the limit. The
 * header and empty lines do not count; there may be as many empty lines as rows.
 */
export async function readCsvRecords(
  text: string,
  delimiter: string,
  maxRows: number,
  { maxLineLength = usualLineLength, maxFields = Infinity }: CsvLimits = {},
): Promise<CsvRecords> {
  const maxLines = 2 * maxRows + 2;
  const limits = {
    maxLength: maxLineLength,
    maxRawLength: Math.max(maxRawLength, 2 * maxLineLength),
    maxFields,
    maxLines,
  };
  const rows: CsvRecord[] = [];
  const faults: InvalidLine[] = [];
  let header: CsvRecord | undefined;
  let count = 0;
  for (const record of scanCsv(text, delimiter, limits)) {
    if (!record) {
      await nextTurn();
      continue;
    }
    const { broken, ...read } = record;
    if (!broken && isEmpty(read)) {
      if (read.line > maxLines) throw tooManyLines(maxRows);
      continue;
    }
    if (!header && broken) throw refusedLine({ line: read.line, ...faultOf(broken) });
    if (header && (++count > maxRows || read.lastLine > maxLines)) throw tooManyLines(maxRows);
    if (broken) faults.push({ line: read.line, ...faultOf(broken) }, ...linesNotRead(read));
    else if (header) rows.push(read);
    else header = read;
  }
  return { header, rows, faults };
}

/** What to say of a row that has not as many fields as the header. */
export const fieldCountFaults = (row: CsvRecord, expected: number): InvalidLine[] => [
  {
    line: row.line,
    what: `has ${row.fields.length} fields, and the header ${expected}`,
    reason: { code: 'field-count', params: { fields: row.fields.length, expected } },
  },
  ...linesNotRead(row),
];

const isEmpty = ({ fields }: CsvRecord): boolean => fields.every((field) => field.trim() === '');

const tooManyLines = (maxRows: number) =>
  invalid(`The file has too many lines: at most ${maxRows} are allowed`, {
    code: 'file-too-many-lines',
    params: { max: maxRows },
  });

const refusedLine = (fault: InvalidLine) =>
  invalid(`line ${fault.line}: ${fault.what}`, { code: 'lines-wrong', lines: [fault] });

/** A quote that is never closed, or too late, swallows the lines below it; report them as not read. */
const linesNotRead = ({ line: first, lastLine: last }: CsvRecord): InvalidLine[] =>
  last === first
    ? []
    : [
        {
          line: first,
          what: `lines ${first} to ${last} were not read`,
          reason: { code: 'lines-not-read', params: { first, last } },
        },
      ];

function faultOf(broken: BrokenRecord): Omit<InvalidLine, 'line'> {
  switch (broken.why) {
    case 'too-long':
      return {
        what: `is longer than ${broken.max} characters`,
        reason: { code: 'line-too-long', params: { max: broken.max } },
      };
    case 'too-many-fields':
      return {
        what: `has ${broken.fields} fields, and at most ${broken.max} are allowed`,
        reason: { code: 'too-many-entries', params: { max: broken.max } },
      };
    case 'quote-not-closed':
      return { what: 'a quoted field that begins here is not closed', reason: { code: 'quote-not-closed' } };
    case 'quote-inside':
      return {
        what: 'a quote is inside a field: it must be doubled, and the field in quotes',
        reason: { code: 'quote-inside' },
      };
  }
}
