import { readCsvTable } from '../platform/csv-table.js';
import { invalid } from '../platform/errors.js';
import { readXml, type XmlElement, type XmlNode } from '../platform/xml-tree.js';

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
  if (fault) throw invalid(`line ${fault.line}: ${fault.what}`);
  return { readings: lines.map((line) => readingOf((name) => line[name])) };
}

/** `<readings><reading device="..." total="..."/></readings>`; fields may be elements instead of attributes. */
function fromXml(text: string): unknown {
  const [root, ...others] = elementsOf(readXml(Buffer.from(text)));
  if (root?.name !== 'readings' || others.length > 0) throw invalid('The XML must be one readings element');
  return {
    readings: elementsOf(root.nodes).map((element) => {
      if (element.name !== 'reading') throw invalid(`readings holds a strange element: ${element.name}`);
      const given = new Map(Object.entries(element.attributes));
      for (const field of elementsOf(element.nodes)) {
        if (given.has(field.name)) throw invalid(`${field.name} is given twice in a reading`);
        given.set(field.name, textOf(field));
      }
      const strange = [...given.keys()].find((name) => !isField(name));
      if (strange !== undefined) throw invalid(`${strange} is not a known field of a reading`);
      return readingOf((name) => given.get(name));
    }),
  };
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
    throw invalid(`${name} must hold text alone`);
  return nodes.join('').trim();
}

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
