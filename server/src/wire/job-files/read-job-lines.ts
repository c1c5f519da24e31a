import { invalid } from '../../platform/errors.js';
import { mapInBatches } from '../../platform/limits/batches.js';
import type { InvalidLine } from '../../platform/reason.js';
import { shorten } from '../../platform/text/shorten.js';
import { decimal } from '../../platform/decimals.js';
import { isJobField, jobFields, maxJobLines, numberFields, type JobTexts, otherNames } from './job-fields.js';
import type { Corrections, JobTable, MappedTable } from './read-job-csv.js';

/** So many of the longest lines take no longer than others may wait. */
const batchSize = 10;
const maxLineLength = 10_000;

/** Reads JSON Lines: an object with the fields of a job on each line. Empty lines are left out. */
export async function readJobLines(jsonl: string): Promise<JobTable> {
  const texts = linesOf(jsonl);
  const lines: JobTexts[] = [];
  const faults: InvalidLine[] = [];
  await mapInBatches(texts, batchSize, ({ line, text }) => {
    const read = objectOf(text);
    if ('what' in read) faults.push({ line, ...read });
    else lines.push({ line, texts: read.texts });
  });
  return { lines, faults };
}

/** Whether a file has JSON Lines: no header of CSV begins like this. */
export const isJobLines = (text: string): boolean => /^\ufeff?\s*\{/.test(text);

/** Reads JSON Lines with what a person has put in place of their values, as a table of all fields that they have. */
export async function readCorrectedLines(
  jsonl: string,
  corrections: ReadonlyMap<number, Corrections>,
): Promise<MappedTable> {
  const { lines: read, faults } = await readJobLines(jsonl);
  const lines = read.map(({ line, texts }) => {
    const given = Object.entries<string>({ ...texts, ...corrections.get(line) });
    return { line, texts: Object.fromEntries(given.filter(([, text]) => text !== '')) };
  });
  const headings = jobFields.filter((field) => lines.some(({ texts }) => texts[field] !== undefined));
  const columns = Object.fromEntries(headings.map((field) => [field, field]));
  return { lines, faults, headings, columns, delimiter: '', decimalMark: '.' };
}

function linesOf(jsonl: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let start = 0;
  for (let line = 1; start <= jsonl.length; line += 1) {
    const end = jsonl.indexOf('\n', start);
    const text = jsonl
      .slice(start, end < 0 ? undefined : end)
      .replace(/^\ufeff/, '')
      .trim();
    if (text !== '') found.push({ line, text });
    // Empty lines do not count, but there may not be any number of them.
    if (found.length > maxJobLines || line > 2 * maxJobLines + 2)
      throw invalid(`The file has too many lines: at most ${maxJobLines} are allowed`, {
        code: 'file-too-many-lines',
        params: { max: maxJobLines },
      });
    if (end < 0) break;
    start = end + 1;
  }
  if (found.length === 0)
    throw invalid('The file has no jobs', { code: 'file-empty', params: { columns: 'job' } });
  return found;
}

type Fault = Omit<InvalidLine, 'line'>;

function objectOf(text: string): { readonly texts: JobTexts['texts'] } | Fault {
  if (text.length > maxLineLength)
    return {
      what: `is longer than ${maxLineLength} characters`,
      reason: { code: 'line-too-long', params: { max: maxLineLength } },
    };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { what: 'must be a JSON object', reason: { code: 'not-json' } };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return { what: 'must be a JSON object', reason: { code: 'not-json' } };
  return textsOf(value as Readonly<Record<string, unknown>>, text);
}

function textsOf(
  object: Readonly<Record<string, unknown>>,
  source: string,
): { readonly texts: JobTexts['texts'] } | Fault {
  const given = Object.entries(object)
    .filter(([, one]) => one !== null && !isBlank(one))
    .map(([name, one]) => [otherNames.get(name) ?? name, one] as const);
  const [unknown] = given.find(([name]) => !isJobField(name)) ?? [];
  if (unknown !== undefined)
    return {
      what: `has a field that is not known: ${shorten(unknown)}`,
      reason: {
        code: 'columns-unknown',
        params: { columns: shorten(unknown), known: jobFields.join(', ') },
      },
    };
  const [complex] = given.find(([, one]) => typeof one !== 'string' && typeof one !== 'number') ?? [];
  if (complex !== undefined)
    return { what: `${complex} must be text or a number`, reason: { code: 'not-json', field: complex } };
  const written = numbersIn(source);
  const twice = repeated(given.map(([name]) => name)) ?? repeated(written.map(([name]) => name));
  if (twice !== undefined)
    return {
      what: `has a field twice: ${shorten(twice)}`,
      reason: { code: 'columns-twice', params: { columns: shorten(twice) } },
    };
  const [inexact] = written.find(([name, number]) => isInexact(name, number)) ?? [];
  if (inexact !== undefined)
    return {
      what: `${inexact} must be text, or a whole number of at most 15 digits`,
      reason: { code: 'not-json', field: inexact },
    };
  return { texts: Object.fromEntries(given.map(([name, one]) => [name, textOf(one as string | number)])) };
}

/** Blank text says nothing, as an empty field of CSV. */
const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const repeated = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
};

// A string; if it is a name, with its colon, and with the number that follows. Names are only in the outermost object: others are
// refused before, or are the value of a name that is repeated, in which case it does not matter which name is told.
const strings = /("(?:[^"\\]|\\.)*")(?:\s*(:)\s*(-?\d[\w.+-]*)?)?/g;

/** All names in the text of an object, and their numbers as they are written. Of values with the same name, the parser tells the last. */
const numbersIn = (source: string): [name: string, number: string | undefined][] =>
  Array.from(source.matchAll(strings)).flatMap(([, name = '', colon, number]) =>
    colon === undefined ? [] : [[name.includes('\\') ? String(JSON.parse(name)) : name.slice(1, -1), number]],
  );

/** Names are text. A number is one only if it is written in one way and exact: 1.10 and 1.1 are the same number, but not the same job. */
const isInexact = (name: string, number: string | undefined): boolean =>
  number !== undefined &&
  !(numberFields as readonly string[]).includes(otherNames.get(name) ?? name) &&
  !/^-?\d{1,15}$/.test(number);

/** Without an exponent, as in files of text. */
const textOf = (value: string | number): string =>
  typeof value === 'number' && Number.isFinite(value) ? decimal(value).toFixed() : String(value).trim();
