import { Type, type Static } from '@sinclair/typebox';
import type { NewDepositInput } from '../../features/deposits/create-deposit.js';
import type { CalculatedDeposits, CheckedLine } from '../../features/deposits/import-deposits.js';
import { defaultPaper } from '../../features/paper/sheets.js';
import { mapInBatches } from '../../platform/limits/batches.js';
import { readCsvTable, type CsvLine } from '../../platform/text/csv-table.js';
import { invalid } from '../../platform/errors.js';
import { exactNumber } from '../../platform/exact-number.js';
import { isUuid } from '../../platform/ids.js';
import { recordDateError } from '../../platform/time/record-date.js';
import { butWas, valueIn } from '../../platform/text/shorten.js';
import { NewDeposit } from '../deposit.js';
import { Body, Count, Decimal, Nullable, PageCount, Timestamp } from '../fields.js';
import { columnChecker, LineFault, presentFault, type Fault } from '../file-lines.js';
import { formatTimestamp, toDate } from '../times.js';

export const DepositFile = Body('DepositFile', { csv: Type.String() });

const ImportedPaper = Type.Object({
  pages: Count,
  width: Decimal,
  length: Decimal,
  gsm: Count,
  date: Nullable(Timestamp),
});

export const DepositPreview = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        line: Count,
        /** The deposit of the line; null if it is invalid. */
        paper: Nullable(ImportedPaper),
        faults: Type.Array(LineFault),
      }),
    ),
    good: Count,
    bad: Count,
    /** Lines of an exported file whose deposits the account already has. */
    known: Count,
    pages: PageCount,
    trees: Decimal,
  },
  { title: 'DepositPreview' },
);

export const ImportedDeposits = Type.Object(
  { created: Count, pages: PageCount, trees: Decimal },
  { title: 'ImportedDeposits' },
);

/** More than people check before they confirm. */
export const maxDepositLines = 5_000;
const batchSize = 200;

/** Reads a file of deposits, and validates each line like a request to the API. */
export async function readDepositFile(csv: string, now: Date): Promise<CheckedLine[]> {
  const columns = {
    required: ['pages'],
    // Exported files have the last two. An imported line becomes a new deposit without a feed.
    optional: ['width', 'length', 'gsm', 'date', 'feed_id', 'id'],
    takesSemicolons: true,
  } as const;
  const { lines, faults } = await readCsvTable(csv, columns, maxDepositLines);
  if (lines.length + faults.length === 0)
    throw invalid('The file has no deposits, only a header', { code: 'file-only-header' });
  const checked = await mapInBatches(lines, batchSize, (line) => check(line, now));
  const unread = faults.map(({ line, ...fault }): CheckedLine => ({ line, faults: [fault] }));
  return [...checked, ...unread].sort((a, b) => a.line - b.line);
}

const faultsOf = columnChecker(NewDeposit);

type DepositLine = CsvLine<'pages', 'width' | 'length' | 'gsm' | 'date' | 'feed_id' | 'id'>;

function check({ line, feed_id: _, id = '', ...texts }: DepositLine, now: Date): CheckedLine {
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  const body: unknown = Object.fromEntries(given.map(([name, text]) => [name, valueOf(name, text)]));
  const { pages, width, length, gsm, date: day } = body as Static<typeof NewDeposit>;
  const [fault, ...more] = [...faultsOf(body, texts), ...dateFaults(texts.date, now)];
  return fault
    ? { line, faults: [fault, ...more] }
    : {
        line,
        input: { pages, width, length, gsm, date: toDate(day) },
        exportedId: isUuid(id) ? id : undefined,
      };
}

/** Of a day that is one; the schema refuses others. */
function dateFaults(text: string | undefined, now: Date): Fault[] {
  const date = toDate(text);
  const error = date && recordDateError(date, now);
  if (error === undefined) return [];
  const reason = { code: 'date-out-of-range', field: 'date', params: valueIn(text) } as const;
  return [{ what: `date ${error}${butWas(text)}`, reason }];
}

/**
 * Text that is not a number stays text and is refused by the schema. Width and length may have a decimal comma. Counts may have
 * neither point nor comma, because 1.000 is a thousand in some countries. Spreadsheets may leave an apostrophe before a sign.
 */
function valueOf(name: string, text: string): string | number {
  if (name === 'date') return text;
  if (name === 'pages' || name === 'gsm') {
    const count = text.replace(/^'(?=-)/, '');
    return /^-?\d{1,15}$/.test(count) ? Number(count) : text;
  }
  const side = text.replace(/^(\d+),(\d+)$/, '$1.$2');
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(side) ? Number(side) : text;
}

/** The deposits of a file, if all of its lines are valid. */
export function depositsIn(lines: readonly CheckedLine[]): NewDepositInput[] {
  const wrong = lines.filter((line) => 'faults' in line);
  const [first] = wrong;
  if (!first) return goodLines(lines);
  const { line, faults } = first;
  const others = wrong.length === 1 ? '' : ` (and ${wrong.length - 1} more)`;
  const what = faults.map((fault) => fault.what).join('; ');
  throw invalid(`Nothing was imported: line ${line}: ${what}${others}`, {
    code: 'lines-wrong',
    params: { more: wrong.length - 1 },
    lines: faults.map((fault) => ({ line, ...fault })),
  });
}

export const goodLines = (lines: readonly CheckedLine[]): NewDepositInput[] =>
  lines.flatMap((line) => ('input' in line ? [line.input] : []));

export const exportedIds = (lines: readonly CheckedLine[]): string[] =>
  lines.flatMap((line) => ('input' in line && line.exportedId !== undefined ? [line.exportedId] : []));

export const presentPreview = (
  lines: readonly CheckedLine[],
  { pages, trees }: CalculatedDeposits,
  known: number,
): Static<typeof DepositPreview> => {
  const good = goodLines(lines).length;
  return {
    lines: lines.map(presentLine),
    good,
    bad: lines.length - good,
    known,
    pages: exactNumber(pages),
    trees: exactNumber(trees),
  };
};

function presentLine(checked: CheckedLine): Static<typeof DepositPreview>['lines'][number] {
  const { line } = checked;
  if ('faults' in checked) return { line, paper: null, faults: checked.faults.map(presentFault) };
  const { pages, width, length, gsm, date } = checked.input;
  const paper = {
    pages,
    width: width ?? defaultPaper.width,
    length: length ?? defaultPaper.length,
    gsm: gsm ?? defaultPaper.gsm,
    date: date ? formatTimestamp(date) : null,
  };
  return { line, paper, faults: [] };
}
