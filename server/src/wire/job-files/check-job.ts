import { Type } from '@sinclair/typebox';
import type { JobFile, JobLine } from '../../features/deposits/job-line.js';
import { maxStandardPages } from '../../features/paper/items.js';
import { defaultPaper } from '../../features/paper/sheets.js';
import { findPaperSize } from '../../features/paper/sizes.js';
import {
  isTooLight,
  minWeight,
  sheetsOfWeight,
  weightUnits,
  type WeightUnit,
} from '../../features/paper/weight.js';
import { isUuid } from '../../platform/ids.js';
import { mapInBatches } from '../../platform/limits/batches.js';
import { recordDateError } from '../../platform/time/record-date.js';
import type { ReasonCode } from '../../platform/reason.js';
import { quoteActualValue, valueParam } from '../../platform/text/shorten.js';
import {
  SingleLineText,
  OneOf,
  Optional,
  PaperLength,
  PaperWeight,
  PaperWidth,
  TimestampInput,
} from '../fields.js';
import { columnChecker, type Fault } from '../file-lines.js';
import { toDate } from '../times.js';
import { compileSchema } from '../validation.js';
import type { JobField, JobTexts } from './job-fields.js';
import { plainDate } from './plain-date.js';
import type { JobTable } from './read-job-csv.js';

const Columns = Type.Object({
  customer: Optional(SingleLineText(255)),
  job: SingleLineText(255),
  date: Optional(TimestampInput),
  sheets: Optional(Type.Integer({ minimum: -maxStandardPages, maximum: maxStandardPages })),
  size: Optional(SingleLineText(255)),
  width: Optional(PaperWidth),
  length: Optional(PaperLength),
  gsm: Optional(PaperWeight),
  weight: Optional(Type.Number({ minimum: -1e15, maximum: 1e15 })),
  unit: Optional(OneOf(weightUnits)),
});

const columnFaults = columnChecker(Columns);
const fits = compileSchema(Columns);

/** Most lines are right, and all columns of a line are checked faster than each by itself. */
const faultsOf = (body: unknown, texts: Texts): Fault[] => (fits(body) ? [] : columnFaults(body, texts));

const batchSize = 200;

/** Names the job of a line that has none. */
export type JobNamer = (line: Omit<JobLine, 'job'>) => string;

/**
 * Checks each line by itself: what is left to check depends on accounts and other jobs. Without `nameOf`, lines must name
 * their jobs.
 */
export async function checkJobTexts(
  { lines, faults }: JobTable,
  now: Date,
  nameOf?: JobNamer,
): Promise<JobFile> {
  const jobs: JobLine[] = [];
  const found = [...faults];
  await mapInBatches(lines, batchSize, (line) => {
    const checked = checkLine(line, now, nameOf);
    if ('job' in checked) jobs.push(checked);
    else found.push(...checked.map((fault) => ({ line: line.line, ...fault })));
  });
  return { jobs, faults: found };
}

type Texts = JobTexts['texts'];

function checkLine(
  { line, texts, ambiguous = [] }: JobTexts,
  now: Date,
  nameOf: JobNamer | undefined,
): JobLine | readonly Fault[] {
  const { id, feed_id: _, date: day, unit, ...rest } = texts;
  const exportedId = id !== undefined && isUuid(id) ? id.toLowerCase() : undefined;
  const given: Texts = {
    // A deposit that was exported without a job is known by its id.
    ...(exportedId !== undefined && { job: exportedId }),
    ...rest,
    ...(day !== undefined && { date: plainDate(day) }),
    ...(unit !== undefined && { unit: unit.toLowerCase() }),
  };
  const body: Record<string, unknown> = Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => !ambiguous.includes(name))
      .map(([name, text]) => [name, valueOf(name, text)]),
  );
  const date = toDate(given.date);
  const faults = [
    ...faultsOf(nameOf ? { job: 'to be named', ...body } : body, texts),
    ...ambiguous.map((name) => ambiguousFault(name as JobField, texts)),
    ...dateFaults(date, now, day),
    ...paperFaults(given),
  ];
  if (faults.length > 0) return faults;
  const read = {
    line,
    customer: given.customer,
    date,
    ...paperOf(given),
    exportedId,
  };
  return { ...read, job: given.job ?? nameOf?.(read) ?? '' };
}

const counts = /^-?\d{1,15}$/;
const measures = /^-?\d{1,15}(\.\d{1,24})?$/;

/** Text that is not a number stays text and is refused by the schema. Counts have no marks: 1.000 is a thousand in some countries. */
function valueOf(name: string, text: string): string | number {
  if (name === 'sheets' || name === 'gsm') return counts.test(text) ? Number(text) : text;
  if (name === 'width' || name === 'length' || name === 'weight')
    return measures.test(text) ? Number(text) : text;
  return text;
}

/** Of a day that is one; the schema refuses others. */
function dateFaults(date: Date | undefined, now: Date, text: string | undefined): Fault[] {
  const error = date && recordDateError(date, now);
  return error === undefined ? [] : [fault('date-out-of-range', 'date', `date ${error}`, text)];
}

const fault = (code: ReasonCode, field: JobField, what: string, text?: string): Fault => ({
  what: `${what}${quoteActualValue(text)}`,
  reason: { code, field, params: valueParam(text) },
});

function ambiguousFault(field: JobField, { [field]: text = '' }: Texts): Fault {
  const [whole = '', decimals = ''] = text.split(/[.,]/);
  const meanings = `${whole}${decimals} or ${Number(`${whole}.${decimals}`)}`;
  const advice = 'write it without a mark for thousands, or with other than three decimals';
  return fault('number-ambiguous', field, `${field} may be ${meanings}: ${advice}`, text);
}

/** The schema refuses what is no number or unit. */
const isWeightTooLight = ({ weight = '', unit }: Texts): boolean =>
  measures.test(weight) && weightUnits.includes(unit as WeightUnit) && isTooLight(weight, unit as WeightUnit);

const tooLight = (weight: string): Fault => ({
  what: `weight must be at least ${minWeight} g${quoteActualValue(weight)}`,
  reason: { code: 'too-small', field: 'weight', params: { min: `${minWeight} g`, ...valueParam(weight) } },
});

/** Sheets and their paper, or a weight. Either may be 0, as a deposit: cancelled jobs stay in the files of a month. */
function paperFaults(texts: Texts): Fault[] {
  const { sheets, weight, unit, size, width, length, gsm } = texts;
  if (sheets === undefined && weight === undefined)
    return [fault('sheets-or-weight', 'sheets', 'sheets or weight is required')];
  if (sheets !== undefined && weight !== undefined)
    return [fault('sheets-and-weight', 'weight', 'weight must not be given together with sheets')];
  if (weight !== undefined)
    return [
      ...(unit === undefined ? [fault('required', 'unit', 'unit is required with weight')] : []),
      ...(isWeightTooLight(texts) ? [tooLight(weight)] : []),
      ...Object.entries({ size, width, length, gsm })
        .filter(([, text]) => text !== undefined)
        .map(([name]) =>
          fault('paper-conflict', name as JobField, `${name} must not be given together with weight`),
        ),
    ];
  return [
    ...(unit === undefined ? [] : [fault('paper-conflict', 'unit', 'unit must not be given without weight')]),
    ...sizeFaults(texts),
  ];
}

function sizeFaults({ size, width, length }: Texts): Fault[] {
  if (size === undefined && width === undefined && length !== undefined)
    return [fault('required', 'width', 'width is required with length')];
  if (size === undefined && width !== undefined && length === undefined)
    return [fault('required', 'length', 'length is required with width')];
  if (size === undefined) return [];
  if (width !== undefined || length !== undefined)
    return [fault('paper-conflict', 'size', 'size must not be given together with width or length')];
  return findPaperSize(size)
    ? []
    : [fault('size-unknown', 'size', 'size must be the name of a paper size', size)];
}

function paperOf(texts: Texts): Pick<JobLine, 'pages' | 'width' | 'length' | 'gsm'> {
  const { sheets, weight, unit, size, width, length, gsm } = texts;
  if (weight !== undefined) return sheetsOfWeight(weight, unit as WeightUnit);
  const named = size === undefined ? undefined : findPaperSize(size);
  return {
    pages: Number(sheets),
    width: width ?? String(named?.width ?? defaultPaper.width),
    length: length ?? String(named?.length ?? defaultPaper.length),
    gsm: gsm === undefined ? defaultPaper.gsm : Number(gsm),
  };
}
