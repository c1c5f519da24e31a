import { concat } from './bytes.js';

/* As much of the syntax of PDF as attached files need. */

export interface Reference {
  readonly object: number;
}

/** A name keeps its slash, a string is bytes, and whatever else a file has (true, null) is undefined. */
export type PdfValue =
  | undefined
  | number
  | string
  | Uint8Array
  | Reference
  | readonly PdfValue[]
  | ReadonlyMap<string, PdfValue>;

/** Deeper than files of this kind are, and far from where a stack ends. */
const maxDepth = 32;

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads values one after the other. It never goes back, so that reading takes no longer than the file is long. */
export class PdfReader {
  at: number;
  /** One character for each byte. */
  readonly text: string;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  /** The match at this place, after which reading continues. */
  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  takes(pattern: RegExp): boolean {
    this.#skipSpace();
    return this.#take(pattern) !== null;
  }

  #skipSpace(): void {
    this.#take(/(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y);
  }

  /** Throws an error if there is none. */
  value(depth = 0): PdfValue {
    this.#skipSpace();
    if (depth > maxDepth) throw new Error('Too deep');
    if (this.#take(/<</y)) return this.#dictionary(depth);
    if (this.#take(/\[/y)) return this.#list(']', depth);
    if (this.#take(/\(/y)) return this.#string();
    const hex = this.#take(/<([\da-fA-F\s]*)>/y)?.[1]?.replace(/\s/g, '');
    if (hex !== undefined)
      return Uint8Array.from(hex.match(/..?/g) ?? [], (pair) => Number.parseInt(pair.padEnd(2, '0'), 16));
    const reference = this.#take(/(\d{1,10})[\t\n\r ]{1,4}\d{1,5}[\t\n\r ]{1,4}R\b/y)?.[1];
    if (reference !== undefined) return { object: Number(reference) };
    const [token] = this.#take(/\/?[^\0\t\n\f\r ()<>[\]{}/%]+/y) ?? [];
    if (token === undefined) throw new Error('No value');
    if (token.startsWith('/')) return token;
    return Number.isFinite(Number(token)) ? Number(token) : undefined;
  }

  #list(end: string, depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      this.#skipSpace();
      if (this.text.startsWith(end, this.at)) break;
      values.push(this.value(depth + 1));
    }
    this.at += end.length;
    return values;
  }

  #dictionary(depth: number): ReadonlyMap<string, PdfValue> {
    const values = this.#list('>>', depth);
    const pairs = new Map<string, PdfValue>();
    for (let at = 0; at + 1 < values.length; at += 2) {
      const key = values[at];
      if (typeof key === 'string') pairs.set(key.slice(1), values[at + 1]);
    }
    return pairs;
  }

  #string(): Uint8Array {
    const parts: string[] = [];
    for (let open = 1; ;) {
      const [part, escaped] = this.#take(/[^()\\]+|\\([0-7]{1,3}|\r\n|[^])|[()]/y) ?? [];
      if (part === undefined) throw new Error('Endless string');
      if (part === '(') open++;
      if (part === ')' && --open === 0) break;
      parts.push(escaped === undefined ? part : unescape(escaped));
    }
    return concat(Array.from(parts.join(''), (character) => character.charCodeAt(0)));
  }
}

function unescape(escaped: string): string {
  if (/[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 255);
  // A line may be broken within a string.
  return /[\r\n]/.test(escaped) ? '' : (escapes[escaped] ?? escaped);
}
