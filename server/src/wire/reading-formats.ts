import { readCsvTable } from '../platform/csv-table.js';
import { invalid } from '../platform/errors.js';
import { parseXml } from '../platform/xml.js';

const fields = ['device', 'total', 'unit', 'managed', 'read_at'] as const;

/** Other ways to write readings than JSON, by media type. What they hold is judged as if it had come as JSON. */
export const readingFormats: Readonly<Record<string, (text: string) => unknown>> = {
  'text/csv': fromCsv,
  'application/xml': fromXml,
  'text/xml': fromXml,
};

function fromCsv(text: string): unknown {
  const { lines, faults } = readCsvTable(text, {
    required: ['device', 'total'],
    optional: ['unit', 'managed', 'read_at'],
  });
  const [fault] = faults;
  if (fault) throw invalid(`line ${fault.line} ${fault.what}`);
  return { readings: lines.map((line) => readingOf((name) => line[name])) };
}

/** `<readings><reading device="..." total="..."/></readings>`; fields may be elements instead of attributes. */
function fromXml(text: string): unknown {
  const root = only(parseXml(text)['readings']);
  if (root === undefined) throw invalid('The XML must be one readings element');
  const readings = isNode(root) ? root['reading'] : undefined;
  return {
    readings: (Array.isArray(readings) ? readings : []).map((reading: unknown) => {
      if (!isNode(reading)) throw invalid('A reading element needs at least device and total');
      const strange = Object.keys(reading).find((name) => !known.has(name.replace(/^@/, '')));
      if (strange !== undefined) throw invalid(`${strange.replace(/^@/, '')} is not a known field`);
      return readingOf((name) => textOf(reading[`@${name}`] ?? only(reading[name])));
    }),
  };
}

const known: ReadonlySet<string> = new Set(fields);

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const only = (value: unknown): unknown =>
  Array.isArray(value) ? (value.length === 1 ? (value[0] as unknown) : undefined) : value;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Numbers and truths become what they are in JSON; whatever is neither stays text, and is refused by name. */
function readingOf(
  text: (name: (typeof fields)[number]) => string | undefined,
): Readonly<Record<string, unknown>> {
  const given = fields.flatMap((name): [string, unknown][] => {
    const value = text(name);
    if (value === undefined || value === '') return [];
    if (name === 'total' && /^\d{1,16}$/.test(value)) return [[name, Number(value)]];
    if (name === 'managed' && /^(true|false)$/i.test(value)) return [[name, value.toLowerCase() === 'true']];
    return [[name, value]];
  });
  return Object.fromEntries(given);
}
