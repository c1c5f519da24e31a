import { concat } from './bytes.js';
import { LogError } from './errors.js';
import { PdfReader, type PdfValue } from './pdf-syntax.js';

export interface AttachedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const maxPdfBytes = 32 * 1024 * 1024;
/** Of all that is decompressed. */
const maxUnpackedBytes = 8 * 1024 * 1024;

type Dictionary = ReadonlyMap<string, PdfValue>;

interface Stream {
  readonly dictionary: Dictionary;
  readonly start: number;
  /** Where its end was found, for a length that is not in the dictionary. */
  readonly end: number;
}

const isDictionary = (value: unknown): value is Dictionary => value instanceof Map;

/**
 * The files that are attached to a PDF. Reads the objects in the order of the file, as a table of where they are may be wrong and
 * there are several kinds of it. Encrypted files have none that can be read.
 *
 * What a PDF shows proves nothing: compare it with the entry that was attached and verified.
 */
export async function attachedFiles(
  pdf: Uint8Array,
  isWanted: (name: string) => boolean = () => true,
): Promise<AttachedFile[]> {
  if (pdf.length > maxPdfBytes) throw new LogError('malformed-pdf', `It has more than ${maxPdfBytes} bytes`);
  try {
    return await new PdfFile(pdf).attachedFiles(isWanted);
  } catch (cause) {
    if (cause instanceof LogError) throw cause;
    throw new LogError('malformed-pdf', 'The PDF cannot be read', { cause });
  }
}

/** One character for each byte, which this encoding keeps for all that the syntax uses. */
const toText = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

class PdfFile {
  readonly #bytes: Uint8Array;
  /** The last of each number: a file that was changed has the older ones, too. */
  readonly #values = new Map<number, PdfValue>();
  readonly #streams = new Map<number, Stream>();
  #budget = maxUnpackedBytes;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  async attachedFiles(isWanted: (name: string) => boolean): Promise<AttachedFile[]> {
    this.#readObjects();
    for (const stream of [...this.#streams.values()])
      if (stream.dictionary.get('Type') === '/ObjStm') await this.#readPackedObjects(stream);

    const files: AttachedFile[] = [];
    for (const specification of this.#specifications([...this.#values.values()])) {
      const name = nameOf(specification);
      const embedded = this.#resolve(specification.get('EF'));
      const target = isDictionary(embedded) ? (embedded.get('UF') ?? embedded.get('F')) : undefined;
      const stream = isReference(target) ? this.#streams.get(target.object) : undefined;
      if (stream && name !== undefined && isWanted(name))
        files.push({ name, bytes: await this.#unpack(stream) });
    }
    return files;
  }

  #readObjects(): void {
    const text = toText(this.#bytes);
    const start = /(?<!\d)(\d{1,10})[\t\n\r ]{1,4}\d{1,5}[\t\n\r ]{1,4}obj\b/g;
    for (let match = start.exec(text); match; match = start.exec(text)) {
      const reader = new PdfReader(text, start.lastIndex);
      try {
        const value = reader.value();
        this.#values.set(Number(match[1]), value);
        if (isDictionary(value) && reader.takes(/stream\r?\n/y)) {
          const stream = { dictionary: value, start: reader.at, end: endOfStream(text, reader.at, value) };
          this.#streams.set(Number(match[1]), stream);
          reader.at = stream.end;
        }
      } catch {
        // Not an object, or one of no use. Whatever was read of it is not read again.
      }
      start.lastIndex = reader.at;
    }
  }

  async #readPackedObjects(stream: Stream): Promise<void> {
    const text = toText(await this.#unpack(stream));
    const first = Number(stream.dictionary.get('First'));
    const numbers = text.slice(0, first).trim().split(/\s+/);
    const reader = new PdfReader(text, first);
    for (let at = 0; at < numbers.length; at += 2) this.#values.set(Number(numbers[at]), reader.value());
  }

  #resolve(value: PdfValue): PdfValue {
    return isReference(value) ? this.#values.get(value.object) : value;
  }

  /** The dictionaries that describe an attached file, wherever they are. */
  *#specifications(values: readonly PdfValue[]): Generator<Dictionary, void> {
    for (const value of values) {
      if (isDictionary(value)) {
        if (value.has('EF')) yield value;
        yield* this.#specifications([...value.values()]);
      } else if (Array.isArray(value)) yield* this.#specifications(value as readonly PdfValue[]);
    }
  }

  async #unpack({ dictionary, start, end }: Stream): Promise<Uint8Array> {
    const length = this.#resolve(dictionary.get('Length'));
    const packed = this.#bytes.subarray(start, typeof length === 'number' ? start + length : end);
    const [filter = '/None', ...others] = [this.#resolve(dictionary.get('Filter'))].flat();
    const isPacked = filter === '/FlateDecode';
    if ((!isPacked && filter !== '/None') || others.length > 0 || dictionary.get('DecodeParms') !== undefined)
      throw new LogError('malformed-pdf', 'An attached file is packed in an unusual way');
    const bytes = await readAll(packed, isPacked, this.#budget);
    this.#budget -= bytes.length;
    return bytes;
  }
}

const isReference = (value: PdfValue): value is { readonly object: number } =>
  typeof value === 'object' && 'object' in value;

function endOfStream(text: string, start: number, dictionary: Dictionary): number {
  const length = dictionary.get('Length');
  if (typeof length === 'number' && /^\s{0,2}endstream/.test(text.slice(start + length, start + length + 11)))
    return start + length;
  const end = text.indexOf('endstream', start);
  if (end < 0) return text.length;
  return end - (/\r?\n$/.exec(text.slice(end - 2, end))?.[0].length ?? 0);
}

function nameOf(specification: Dictionary): string | undefined {
  const name = specification.get('UF') ?? specification.get('F');
  if (!(name instanceof Uint8Array)) return undefined;
  const [first, second] = name;
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(name);
  return new TextDecoder().decode(name);
}

/** Stops at the limit, however much there would be. */
async function readAll(bytes: Uint8Array, isPacked: boolean, maxBytes: number): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = (isPacked ? stream.pipeThrough(new DecompressionStream('deflate')) : stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value: Uint8Array };
    if (done) return concat(...parts);
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new LogError('malformed-pdf', `It unpacks to more than ${maxUnpackedBytes} bytes`);
    }
    parts.push(value);
  }
}
