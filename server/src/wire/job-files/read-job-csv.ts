import { invalid } from '../../platform/errors.js';
import { mapInBatches } from '../../platform/limits/batches.js';
import type { InvalidLine } from '../../platform/reason.js';
import { fieldCountFaults, readCsvRecords, type CsvRecord } from '../../platform/text/csv-records.js';
import { shorten } from '../../platform/text/shorten.js';
import { guessColumns, mappedFields, unitInHeading, type ColumnMapping } from './job-columns.js';
import {
  exportFields,
  isJobField,
  jobFields,
  maxJobLines,
  numberFields,
  type JobTexts,
  otherNames,
} from './job-fields.js';
import { findDecimalMark, isAmbiguous, decimalMarkIn, plainNumber, type DecimalMark } from './job-numbers.js';

/** A file of jobs as text by field. */
export interface JobTable {
  readonly lines: readonly JobTexts[];
  readonly faults: readonly InvalidLine[];
}

/** A file of another program, and how it was read. */
export interface MappedTable extends JobTable {
  readonly headings: readonly string[];
  readonly delimiter: string;
  readonly decimalMark: DecimalMark;
  readonly columns: ColumnMapping;
}

const batchSize = 500;
/** More than other programs write. */
const maxFields = 200;

/** Reads CSV whose columns are named as in the API, in any order. `pages` and `density` are other names for `sheets` and `gsm`. */
export async function readJobCsv(csv: string): Promise<JobTable> {
  const file = await recordsOf(csv);
  const named = file.headings.map((heading) => heading.toLowerCase());
  const fields = named.map((name) => otherNames.get(name) ?? name);
  requireKnown(fields);
  const columns = fields.flatMap((field, index) =>
    isJobField(field) ? [[field, file.headings[index] ?? ''] as const] : [],
  );
  return tableOf(file, Object.fromEntries(columns));
}

/** Reads CSV of any program. Columns that are not chosen are left out. */
export async function readMappedCsv(
  csv: string,
  choose: (headings: readonly string[]) => ColumnMapping = guessColumns,
  corrections?: ReadonlyMap<number, Corrections>,
): Promise<MappedTable> {
  const file = await recordsOf(csv);
  const table = await tableOf(file, choose(file.headings), corrections);
  const unit = table.columns.unit === undefined ? unitInHeading(table.columns.weight ?? '') : undefined;
  if (unit === undefined) return table;
  const lines = table.lines.map(({ texts, ...rest }) => ({
    ...rest,
    texts: texts.weight === undefined ? texts : { unit, ...texts },
  }));
  return { ...table, lines };
}

interface Records {
  readonly headings: readonly string[];
  readonly rows: readonly CsvRecord[];
  readonly faults: readonly InvalidLine[];
  readonly delimiter: string;
}

async function recordsOf(csv: string): Promise<Records> {
  const delimiter = delimiterOf(csv);
  const { header, rows, faults } = await readCsvRecords(csv, delimiter, maxJobLines, { maxFields });
  if (!header)
    throw invalid('The file is empty: its first line must name its columns', {
      code: 'file-empty',
      params: { columns: 'job' },
    });
  if (rows.length + faults.length === 0)
    throw invalid('The file has no jobs, only a header', { code: 'file-only-header' });
  const trimmed: CsvRecord[] = [];
  await mapInBatches(rows, batchSize, (row) => trimmed.push(withoutBlanks(row)));
  return { headings: withoutBlanks(header).fields, rows: trimmed, faults, delimiter };
}

/** Also in quotes: what is stored of a job is then what is checked, and `"J-1 "` is not another job than `J-1`. */
const withoutBlanks = (row: CsvRecord): CsvRecord => ({
  ...row,
  fields: row.fields.map((field) => field.trim()),
});

const maxHeaderLength = 10_000;

/** The character that separates the most columns of the header. */
function delimiterOf(csv: string): string {
  const header =
    /[^\r\n]*/.exec(
      csv
        .replace(/^\ufeff/, '')
        .trimStart()
        .slice(0, maxHeaderLength),
    )?.[0] ?? '';
  const unquoted = header.replace(/"[^"]*"/g, '');
  const counted = [',', ';', '\t', '|'].map((mark) => [mark, unquoted.split(mark).length] as const);
  return counted.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

function requireKnown(fields: readonly string[]): void {
  const known: readonly string[] = [...jobFields, ...exportFields];
  const unknown = fields.filter((name) => !known.includes(name)).map((name) => shorten(name) || '(no name)');
  const twice = known.filter((name) => fields.indexOf(name) !== fields.lastIndexOf(name));
  const list = (names: readonly string[]): string => names.slice(0, 10).join(', ');
  // Exported deposits may have no job, but an id.
  if (!fields.includes('job') && !fields.includes('id'))
    throw invalid('The header must contain job', { code: 'columns-missing', params: { columns: 'job' } });
  if (unknown.length > 0)
    throw invalid(`The header must contain only ${jobFields.join(', ')}, not ${list(unknown)}`, {
      code: 'columns-unknown',
      params: { columns: list(unknown), known: jobFields.join(', ') },
    });
  if (twice.length > 0)
    throw invalid(`The header has a column twice: ${list(twice)}`, {
      code: 'columns-twice',
      params: { columns: list(twice) },
    });
}

async function tableOf(
  { headings, rows, faults: broken, delimiter }: Records,
  columns: ColumnMapping,
  corrections: ReadonlyMap<number, Corrections> = new Map(),
): Promise<MappedTable> {
  const fields = mappedFields(headings, columns);
  const faults = [...broken];
  const decimalMark = findDecimalMark(rows, fields);
  const lines: JobTexts[] = [];
  await mapInBatches(rows, batchSize, (row) => {
    if (row.fields.length === headings.length)
      lines.push(readLine(row, fields, decimalMark, corrections.get(row.line)));
    else faults.push(...fieldCountFaults(row, headings.length));
  });
  return { lines, faults, headings, delimiter, decimalMark, columns };
}

/** What a person has put in place of the values of a line, by field. */
export type Corrections = Readonly<Record<string, string>>;

/** A line as text. Corrections are read as the file is, or with the decimal mark that they have themselves. */
function readLine(
  { line, fields: cells }: CsvRecord,
  fields: readonly (keyof JobTexts['texts'] | undefined)[],
  mark: DecimalMark,
  corrections: Corrections = {},
): JobTexts {
  const texts: Record<string, string> = {};
  const ambiguous: string[] = [];
  // One pass: files have thousands of lines.
  const read = (field: string, text: string, ownMark: DecimalMark): void => {
    if (text === '') return;
    if (isAmbiguous(field, text, ownMark)) ambiguous.push(field);
    texts[field] = plainText(field, text, ownMark);
  };
  fields.forEach((field, index) => {
    if (field !== undefined && !Object.hasOwn(corrections, field)) read(field, cells[index] ?? '', mark);
  });
  for (const [field, text] of Object.entries(corrections)) read(field, text, decimalMarkIn(text) ?? mark);
  return { line, texts, ...(ambiguous.length > 0 && { ambiguous }) };
}

const plainText = (field: string, text: string, mark: DecimalMark): string =>
  (numberFields as readonly string[]).includes(field)
    ? plainNumber(field, text, mark)
    : withoutApostrophe(text);

/** Spreadsheets, and files that Regrove writes, have an apostrophe before text that would be a formula. */
const withoutApostrophe = (text: string): string => text.replace(/^'(?=[=+\-@])/, '');
