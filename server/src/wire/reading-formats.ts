import { mapInBatches } from '../platform/limits/batches.js';
import { readCsvTable } from '../platform/text/csv-table.js';
import { invalid } from '../platform/errors.js';
import { shorten } from '../platform/text/shorten.js';
import { readXml, type XmlElement, type XmlNode } from '../platform/text/xml-tree.js';
import { maxReadings } from './reading.js';

const fields = ['device', 'total', 'unit', 'name', 'model', 'managed', 'read_at'] as const;

/** Formats for readings other than JSON, by media type. The content is validated as if it were JSON. */
export const readingFormats: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  'text/csv': fromCsv,
  'application/xml': fromXml,
  'text/xml': fromXml,
};

const batchSize = 500;

async function fromCsv(text: string): Promise<unknown> {
  const columns = {
    required: ['device', 'total'],
    optional: ['unit', 'name', 'model', 'managed', 'read_at'],
  } as const;
  const { lines, faults } = await readCsvTable(text, columns, maxReadings);
  const [fault] = faults;
  if (fault) throw invalid(`line ${fault.line}: ${fault.what}`);
  return { readings: await mapInBatches(lines, batchSize, (line) => readingOf((name) => line[name])) };
}

/** `<readings><reading device="..." total="..."/></readings>`; fields may be elements instead of attributes. */
async function fromXml(text: string): Promise<unknown> {
  // A reading whose fields are elements has one element per field plus its own.
  const tree = await readXml(Buffer.from(text), maxReadings * (fields.length + 1) + 1);
  const [root, ...others] = elementsOf(tree);
  if (root?.name !== 'readings' || others.length > 0) throw invalid('The XML must be one readings element');
  const elements = elementsOf(root.nodes);
  if (elements.length > maxReadings)
    throw invalid(`The XML has too many readings: at most ${maxReadings} are allowed`);
  return { readings: await mapInBatches(elements, batchSize, fromElement) };
}

function fromElement(element: XmlElement): Readonly<Record<string, unknown>> {
  if (element.name !== 'reading')
    throw invalid(`readings contains an unknown element: ${shorten(element.name)}`);
  const given = new Map(Object.entries(element.attributes));
  for (const field of elementsOf(element.nodes)) {
    if (given.has(field.name)) throw invalid(`${shorten(field.name)} is given twice in a reading`);
    given.set(field.name, textOf(field));
  }
  const strange = [...given.keys()].find((name) => !isField(name));
  if (strange !== undefined) throw invalid(`${shorten(strange)} is not a known field of a reading`);
  return readingOf((name) => given.get(name));
}

const isField = (name: string): boolean => (fields as readonly string[]).includes(name);

const elementsOf = (nodes: readonly XmlNode[]): XmlElement[] =>
  nodes.filter((node) => {
    if (typeof node === 'string' && node.trim() !== '')
      throw invalid('The XML has text between its elements');
    return typeof node !== 'string';
  });

function textOf({ name, attributes, nodes }: XmlElement): string {
  if (Object.keys(attributes).length > 0 || !nodes.every((node) => typeof node === 'string'))
    throw invalid(`${shorten(name)} must contain only text`);
  return nodes.join('').trim();
}

/**
 * Converts numbers and booleans to their JSON types. Anything else stays a string, which the schema refuses with the field's
 * name.
 */
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
