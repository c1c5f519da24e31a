/** Lines are short, except for those with all columns of a table or all migrations. */
const maxLineLength = 1_048_576;

/** Reads lines and fixed lengths from a stream of bytes. */
export class ByteReader {
  readonly #chunks: AsyncIterator<unknown>;
  #ahead: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<unknown>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Up to and including the next line feed; undefined at the end. */
  async line(): Promise<Buffer | undefined> {
    let end = this.#ahead.indexOf(10);
    while (end < 0) {
      if (this.#ahead.length > maxLineLength) throw new RangeError('a line is too long');
      if (!(await this.#more())) {
        if (this.#ahead.length > 0) throw new RangeError('it is truncated');
        return undefined;
      }
      end = this.#ahead.indexOf(10);
    }
    return this.#cut(end + 1);
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      if (this.#ahead.length === 0 && !(await this.#more())) throw new RangeError('it is truncated');
      const part = this.#cut(Math.min(missing, this.#ahead.length));
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  #cut(length: number): Buffer {
    const part = this.#ahead.subarray(0, length);
    this.#ahead = this.#ahead.subarray(length);
    return part;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done) return false;
    const chunk = next.value as Buffer;
    this.#ahead = this.#ahead.length === 0 ? chunk : Buffer.concat([this.#ahead, chunk]);
    return true;
  }
}
