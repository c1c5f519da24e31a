import { readXml, type XmlElement, type XmlNode } from '../../platform/text/xml-tree.js';
import { SourceError } from '@regrove/printers/source-error';

export type XmlRpcValue = string | number | boolean | XmlRpcValue[] | Map<string, XmlRpcValue>;

/** The server understood the call and refused it. */
export class XmlRpcFault extends SourceError {
  constructor(readonly faultString: string) {
    super('badAnswer', `the server refuses: ${faultString}`);
  }
}

/** The return value of a method; throws if it is a fault. */
export async function readMethodResponse(document: Buffer): Promise<XmlRpcValue> {
  const outcome = only(only(await treeOf(document), 'methodResponse').nodes);
  if (outcome.name === 'fault') throw new XmlRpcFault(faultWords(valueOf(only(outcome.nodes, 'value'))));
  if (outcome.name !== 'params') throw malformed();
  return valueOf(only(only(outcome.nodes, 'param').nodes, 'value'));
}

// The longest list of printers that we request has two elements per printer.
const maxElements = 50_000;

async function treeOf(document: Buffer): Promise<readonly XmlNode[]> {
  try {
    return await readXml(document, maxElements);
  } catch (error) {
    throw new SourceError('badAnswer', 'the answer is not XML, or not XML that is accepted', {
      cause: error,
    });
  }
}

const malformed = (): SourceError => new SourceError('badAnswer', 'the answer is not XML-RPC');

const maxWords = 300;

function faultWords(fault: XmlRpcValue): string {
  const words = fault instanceof Map ? fault.get('faultString') : undefined;
  return typeof words === 'string' ? words.slice(0, maxWords) : 'without a reason';
}

/** The elements among these nodes; any other content is malformed. */
const elements = (nodes: readonly XmlNode[], name?: string): XmlElement[] =>
  nodes.filter((node): node is XmlElement => {
    if (typeof node === 'string' ? node.trim() !== '' : name !== undefined && node.name !== name)
      throw malformed();
    return typeof node !== 'string';
  });

function only(nodes: readonly XmlNode[], name?: string): XmlElement {
  const [element, ...others] = elements(nodes, name);
  if (!element || others.length > 0) throw malformed();
  return element;
}

const isText = (nodes: readonly XmlNode[]): nodes is readonly string[] =>
  nodes.every((node) => typeof node === 'string');

function textOf(nodes: readonly XmlNode[]): string {
  if (!isText(nodes)) throw malformed();
  return nodes.join('');
}

function valueOf({ nodes }: XmlElement): XmlRpcValue {
  // A value without a type is a string.
  if (isText(nodes)) return textOf(nodes);
  const { name, nodes: content } = only(nodes);
  if (name === 'array') return elements(only(content, 'data').nodes, 'value').map(valueOf);
  if (name === 'struct') return new Map(elements(content, 'member').map(memberOf));
  const text = textOf(content);
  if (name === 'boolean') return text.trim() === '1';
  if (/^(?:int|i4|i8)$/.test(name) && /^\s*[-+]?\d+\s*$/.test(text)) return Number(text);
  return text;
}

function memberOf({ nodes }: XmlElement): [string, XmlRpcValue] {
  const [name, value, ...others] = elements(nodes);
  if (name?.name !== 'name' || value?.name !== 'value' || others.length > 0) throw malformed();
  return [textOf(name.nodes), valueOf(value)];
}
