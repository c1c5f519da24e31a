import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { invalid } from './errors.js';

/** An element: what it holds by name, elements of one name as a list; attributes begin with `@`, text is `#text`. */
export type XmlNode = Readonly<Record<string, unknown>>;

const deepest = 32;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/**
 * Reads XML from somebody else. Document types are refused, and with them every entity but those of the language itself:
 * nothing expands, and nothing is fetched.
 */
export function parseXml(text: string): XmlNode {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw invalid('XML with a document type is not taken');
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) throw invalid(`The XML is not well-formed: ${verdict.err.msg}`);
  requireShallow(text);
  return parser.parse(text) as XmlNode;
}

/** Depth is told by a pass over the tags, before anything is built from them. */
function requireShallow(text: string): void {
  let depth = 0;
  for (const [tag] of text.matchAll(/<[^!?][^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > deepest) throw invalid(`The XML is nested more than ${deepest} deep`);
  }
}
