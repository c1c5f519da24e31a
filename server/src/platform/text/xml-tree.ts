import { SaxesParser } from 'saxes';
import { inChunks } from '../limits/batches.js';
import { invalid, type Refusal } from '../errors.js';

/** An element or a piece of text. */
export type XmlNode = string | XmlElement;

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly nodes: readonly XmlNode[];
}

/** Far more than any legitimate document. */
const maxDocumentLength = 2 * 1024 * 1024;
const maxDepth = 48;
const maxAttributes = 100;
const maxNameLength = 1_000;
const pieceLength = 8 * 1024;

/**
 * Reads untrusted XML: ignores declarations, and rejects anything malformed. It is read in chunks, and no further than the
 * first element beyond the limit.
 */
export async function readXml(document: Buffer, maxElements: number): Promise<readonly XmlNode[]> {
  if (document.length > maxDocumentLength) throw invalid('The XML is too large');
  const text = decoded(document);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw invalid('The XML must not have a DOCTYPE');
  const builder = new TreeBuilder(maxElements);
  for await (const piece of inChunks(Buffer.from(text), pieceLength)) builder.write(piece);
  return builder.end();
}

const notXml = (cause?: unknown): Refusal => Object.assign(invalid('The XML is not well-formed'), { cause });

function decoded(document: Buffer): string {
  const start = document.toString('latin1', 0, 200);
  const encoding = /^[^<]*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(document);
  } catch (error) {
    throw notXml(error);
  }
}

interface OpenElement extends XmlElement {
  readonly nodes: XmlNode[];
}

class TreeBuilder {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #decoder = new TextDecoder();
  readonly #roots: XmlNode[] = [];
  readonly #open: OpenElement[] = [];
  #elements = 0;
  #attributes = 0;

  constructor(maxElements: number) {
    const parser = this.#parser;
    // Parser errors quote names in full, so they are truncated. Undefined entities get a message of their own.
    parser.on('error', (error) => {
      throw /undefined entity|entity name/.test(error.message)
        ? invalid('The XML must not define entities')
        : notXml(new Error(error.message.slice(0, maxNameLength)));
    });
    parser.on('opentagstart', () => {
      this.#attributes = 0;
      if (++this.#elements > maxElements) throw invalid(`The XML has more than ${maxElements} elements`);
      if (this.#open.length >= maxDepth) throw notXml();
    });
    parser.on('attribute', () => {
      if (++this.#attributes > maxAttributes)
        throw invalid('The XML has an element with too many attributes');
    });
    parser.on('opentag', ({ name, attributes }) => {
      const element: OpenElement = { name, attributes: { ...attributes }, nodes: [] };
      this.#add(element);
      this.#open.push(element);
    });
    parser.on('closetag', () => void this.#open.pop());
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
  }

  write(piece: Buffer): void {
    this.#parser.write(this.#decoder.decode(piece, { stream: true }));
  }

  end(): readonly XmlNode[] {
    this.#parser.close();
    return this.#roots;
  }

  #add(node: XmlNode): void {
    (this.#open.at(-1)?.nodes ?? this.#roots).push(node);
  }
}
