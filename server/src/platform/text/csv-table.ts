import { mapInBatches } from '../limits/batches.js';
import { fieldCountFaults, readCsvRecords } from './csv-records.js';
import { invalid } from '../errors.js';
import type { InvalidLine, Reason } from '../reason.js';
import { shorten } from './shorten.js';

/** The columns of a table. Any other column is rejected. */
export interface Columns<Required extends string, Optional extends string> {
  readonly required: readonly Required[];
  readonly optional: readonly Optional[];
  /** Spreadsheets use semicolons in locales with a decimal comma. */
  readonly takesSemicolons?: boolean;
  /** The name of a column by another one in a header, which is in lower case. */
  readonly nameOf?: (heading: string) => string;
  /** For files that others have written: further columns are left out. */
  readonly ignoresOthers?: boolean;
  /** In characters, if lines are longer than usual. */
  readonly maxLineLength?: number;
}

/** One row of unvalidated text. */
export type CsvLine<Required extends string, Optional extends string = never> = Readonly<
  Record<Required, string> & Partial<Record<Optional, string>>
> & { readonly line: number };

export interface CsvTable<Line> {
  readonly lines: readonly Line[];
  readonly faults: readonly InvalidLine[];
}

const batchSize = 500;

/** Reads CSV whose first line names the columns, in any order. Rejects more than `maxRows` rows. */
export async function readCsvTable<Required extends string, Optional extends string = never>(
  text: string,
  columns: Columns<Required, Optional>,
  maxRows: number,
): Promise<CsvTable<CsvLine<Required, Optional>>> {
  const { header, rows, faults } = await readCsvRecords(text, separatorOf(text, columns), maxRows, {
    maxLineLength: columns.maxLineLength,
  });
  if (!header)
    throw invalid(`The file is empty: its first line must contain ${columns.required.join(', ')}`, {
      code: 'file-empty',
      params: { columns: columns.required.join(', ') },
    });
  const names = namesOf(header.fields, columns);
  const uneven: InvalidLine[] = [];
  const lines: CsvLine<Required, Optional>[] = [];
  await mapInBatches(rows, batchSize, (row) => {
    if (row.fields.length === names.length)
      lines.push({ line: row.line, ...named(names, row.fields) } as (typeof lines)[number]);
    else uneven.push(...fieldCountFaults(row, names.length));
  });
  return { lines, faults: [...faults, ...uneven].sort((a, b) => a.line - b.line) };
}

const named = (names: readonly string[], fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']));

const maxHeaderLength = 10_000;

function separatorOf(text: string, { takesSemicolons = false }: Columns<string, string>): ',' | ';' {
  const header = /[^\r\n]*/.exec(text.trimStart().slice(0, maxHeaderLength))?.[0] ?? '';
  if (header.includes(',') || !/[;\t]/.test(header)) return ',';
  if (takesSemicolons && !header.includes('\t')) return ';';
  throw takesSemicolons
    ? invalid('The columns must be separated by commas or semicolons, not by tabs', { code: 'file-tabs' })
    : invalid('The columns must be separated by commas, not by semicolons or tabs', {
        code: 'file-not-commas',
      });
}

/** What it says of a header: that it "must contain" these and "may contain" those. */
export function describeColumns({
  required,
  optional,
}: Pick<Columns<string, string>, 'required' | 'optional'>): string {
  const more = optional.length > 0 ? ` and may contain ${optional.join(', ')}` : '';
  return `must contain ${required.join(', ')}${more}`;
}

/** The header's names in lower case. Rejects unknown, missing and duplicate names. */
function namesOf(header: readonly string[], columns: Columns<string, string>): string[] {
  const { required, optional, nameOf = (name) => name, ignoresOthers = false } = columns;
  const names = header.map((name) => nameOf(name.toLowerCase()));
  const known = [...required, ...optional];
  const others = names.filter((name) => !known.includes(name));
  const unknown = ignoresOthers ? [] : others.map((name) => shorten(name) || '(no name)');
  const missing = required.filter((name) => !names.includes(name));
  const twice = known.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  const wrong = [
    ...missing.map((name) => `missing: ${name}`),
    ...unknown.map((name) => `unknown: ${name}`),
    ...twice.map((name) => `twice: ${name}`),
  ];
  if (wrong.length > 0)
    throw invalid(
      `The header ${describeColumns(columns)} (${shortenList(wrong, '; ')})`,
      headerReason({ missing, unknown, twice, known }),
    );
  return names;
}

/** Users see one kind of error at a time. */
function headerReason(faults: Record<'missing' | 'unknown' | 'twice' | 'known', readonly string[]>): Reason {
  const { missing, unknown, twice, known } = faults;
  if (missing.length > 0) return { code: 'columns-missing', params: { columns: shortenList(missing) } };
  return unknown.length > 0
    ? { code: 'columns-unknown', params: { columns: shortenList(unknown), known: known.join(', ') } }
    : { code: 'columns-twice', params: { columns: shortenList(twice) } };
}

const maxNamed = 10;

const shortenList = (names: readonly string[], separator = ', '): string =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ['...'] : [])].join(separator);
