import { createHash } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import type { CheckedJobs } from '../../features/deposits/check-print-jobs.js';
import type { CalculatedDeposits } from '../../features/deposits/calculate-deposits.js';
import type { JobFile, JobLine } from '../../features/deposits/job-line.js';
import { decimal } from '../../platform/decimals.js';
import { exactNumber } from '../../platform/exact-number.js';
import { faultsByLine } from '../../platform/text/refuse-lines.js';
import { Body, Count, Decimal, Nullable, OneOf, Optional, PageCount, Timestamp } from '../fields.js';
import { LineFault, presentFault } from '../file-lines.js';
import { checkJobTexts, type JobNamer } from '../job-files/check-job.js';
import { jobFields, maxJobLines } from '../job-files/job-fields.js';
import { readMappedCsv, type MappedTable } from '../job-files/read-job-csv.js';
import { isJobLines, readCorrectedLines } from '../job-files/read-job-lines.js';
import { formatTimestamp } from '../times.js';

/** By field, the heading of its column. */
const ColumnMapping = Type.Object(
  Object.fromEntries(jobFields.map((field) => [field, Type.Optional(Type.String())])),
  { additionalProperties: false },
) as unknown as ReturnType<typeof Type.Unsafe<Partial<Record<(typeof jobFields)[number], string>>>>;

/** A file of another program, which of its columns are what, and what a person has corrected in it. */
export const DepositFile = Body('DepositFile', {
  /** Or JSON Lines, whose fields have their own names. */
  csv: Type.String(),
  columns: Type.Optional(ColumnMapping),
  corrections: Optional(
    Type.Array(
      Type.Object(
        { line: Count, field: OneOf(jobFields), value: Type.String({ maxLength: 255 }) },
        { additionalProperties: false },
      ),
      { maxItems: maxJobLines },
    ),
  ),
  create_customers: Optional(Type.Boolean()),
  /** Skips bad lines. */
  partial: Optional(Type.Boolean()),
});

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
        customer: Nullable(Type.String()),
        /** The deposit of the line; null if it is invalid. */
        paper: Nullable(ImportedPaper),
        /** Whether it is booked already. */
        is_known: Type.Boolean(),
        faults: Type.Array(LineFault),
        /** What a bad line has, by field, to be corrected. */
        values: Type.Record(Type.String(), Type.String()),
      }),
    ),
    good: Count,
    bad: Count,
    /** Lines that are booked already, and change nothing. */
    known: Count,
    /** Customers that would be created. */
    customers: Count,
    pages: PageCount,
    trees: Decimal,
    headings: Type.Array(Type.String()),
    columns: ColumnMapping,
    /** Empty for JSON Lines. */
    delimiter: Type.String(),
    decimal_mark: OneOf(['.', ',']),
  },
  { title: 'DepositPreview' },
);

export const ImportedDeposits = Type.Object(
  {
    created: Count,
    unchanged: Count,
    customers_created: Count,
    skipped: Count,
    pages: PageCount,
    trees: Decimal,
  },
  { title: 'ImportedDeposits' },
);

/** A file as it was read, and its lines as they are checked. */
export interface ParsedDepositFile {
  readonly table: MappedTable;
  readonly file: JobFile;
}

/** Reads a file of any program, with the corrections of a person. */
export async function readDepositFile(
  { csv, columns, corrections }: Pick<Static<typeof DepositFile>, 'csv' | 'columns' | 'corrections'>,
  now: Date,
): Promise<ParsedDepositFile> {
  const corrected = new Map<number, Record<string, string>>();
  for (const { line, field, value } of corrections ?? [])
    corrected.set(line, { ...corrected.get(line), [field]: value.trim() });
  const table = isJobLines(csv)
    ? await readCorrectedLines(csv, corrected)
    : await readMappedCsv(csv, columns && (() => columns), corrected);
  return { table, file: await checkJobTexts(table, now, namerByContent()) };
}

/**
 * Names jobs that have no name by what their lines say, and how many lines above say the same. So neither the same file again nor
 * one with corrected lines books a line twice.
 */
function namerByContent(): JobNamer {
  const counts = new Map<string, number>();
  return ({ customer = null, date, pages, width, length, gsm }) => {
    const sides = [width, length].map((side) => decimal(side).toFixed());
    const said = JSON.stringify([customer, date ? formatTimestamp(date) : null, pages, ...sides, gsm]);
    const hash = createHash('sha256').update(said).digest('hex').slice(0, 32);
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return `${hash}:${count}`;
  };
}

type Preview = Static<typeof DepositPreview>;

export function presentPreview(
  { table, file }: ParsedDepositFile,
  { resolved, unresolved, unchanged, faults }: CheckedJobs,
  { pages, trees }: CalculatedDeposits,
): Preview {
  const bad = faultsByLine(faults);
  const faultsOf = new Map(bad);
  const known = new Set(unchanged.map(({ line }) => line));
  const texts = new Map(table.lines.map(({ line, texts: own }) => [line, own]));
  const good = file.jobs.filter(({ line }) => !faultsOf.has(line));
  const lines: Preview['lines'] = [
    ...good.map((job) => ({ ...presentJob(job), is_known: known.has(job.line), faults: [], values: {} })),
    ...bad.map(([line, own]) => {
      const { id: _, feed_id: __, ...values } = texts.get(line) ?? {};
      return {
        line,
        customer: values.customer ?? null,
        paper: null,
        is_known: false,
        faults: own.map(presentFault),
        values: Object.fromEntries(Object.entries(values)),
      };
    }),
  ];
  return {
    lines: lines.sort((a, b) => a.line - b.line),
    good: resolved.length + unresolved.length,
    bad: bad.length,
    known: known.size,
    customers: new Set(unresolved.map(({ customer }) => customer)).size,
    pages: exactNumber(pages),
    trees: exactNumber(trees),
    headings: [...table.headings],
    columns: table.columns,
    delimiter: table.delimiter,
    decimal_mark: table.decimalMark,
  };
}

const presentJob = ({ line, customer, date, pages, width, length, gsm }: JobLine) => ({
  line,
  customer: customer ?? null,
  paper: {
    pages,
    width: exactNumber(width),
    length: exactNumber(length),
    gsm,
    date: date ? formatTimestamp(date) : null,
  },
});
