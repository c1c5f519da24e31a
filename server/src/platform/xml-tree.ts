import { XMLParser } from 'fast-xml-parser';
import { invalid, type Refusal } from './errors.js';

/** An element with what is in it, or a piece of text. */
export type XmlNode = string | XmlElement;

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly nodes: readonly XmlNode[];
}

/** Nobody has this much to say in XML to us, and reading it takes time in which nothing else happens. */
const largestDocument = 2 * 1024 * 1024;
const deepestElement = 48;

const cdataName = '#cdata';

// Entities are left to us: the parser would take those that a document declares for itself.
const parser = new XMLParser({
  preserveOrder: true,
  processEntities: false,
  parseTagValue: false,
  trimValues: false,
  ignoreAttributes: false,
  parseAttributeValue: false,
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: cdataName,
  maxNestedTags: deepestElement,
});

/** Reads XML of a stranger: nothing that it declares is followed, and nothing that it leaves open is guessed. */
export function readXml(document: Buffer): readonly XmlNode[] {
  if (document.length > largestDocument) throw invalid('The XML is too large');
  const text = decoded(document);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw invalid('The XML declares a DOCTYPE');
  return (parsed(text) as Parsed[]).map(treeOf);
}

const notXml = (cause?: unknown): Refusal => Object.assign(invalid('It is not well-formed XML'), { cause });

function decoded(document: Buffer): string {
  const start = document.toString('latin1', 0, 200);
  const encoding = /^[^<]*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(document);
  } catch (error) {
    throw notXml(error);
  }
}

function parsed(text: string): unknown {
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- without it what is cut off is made whole
    return parser.parse(text, true);
  } catch (error) {
    throw notXml(error);
  }
}

const attributesName = ':@';

interface Parsed {
  readonly [attributesName]?: Readonly<Record<string, string>>;
  readonly [name: string]: readonly Parsed[] | string | Readonly<Record<string, string>> | undefined;
}

function treeOf(parsed: Parsed): XmlNode {
  const { [attributesName]: attributes = {}, ...named } = parsed;
  const [name = '', content = ''] = Object.entries(named)[0] ?? [];
  if (typeof content === 'string') return unescaped(content);
  const nodes = content as readonly Parsed[];
  // Within CDATA nothing stands for anything else.
  if (name === cdataName) return nodes.map(({ '#text': text }) => text as string).join('');
  return {
    name,
    attributes: Object.fromEntries(Object.entries(attributes).map(([key, text]) => [key, unescaped(text)])),
    nodes: nodes.map(treeOf),
  };
}

const predefined: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const unescaped = (text: string): string =>
  text.replace(/&(?:(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});)?/gi, (_, name: string | undefined) => {
    const character = predefined.get(name ?? '') ?? numbered(name ?? '');
    if (character === undefined) throw invalid('The XML has an entity of its own');
    return character;
  });

function numbered(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
