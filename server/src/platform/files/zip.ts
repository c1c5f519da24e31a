import { createDeflateRaw } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** For contents that are compressed already. */
  readonly isStored?: boolean;
}

const nothing = new Uint8Array(0);

/** A ZIP file, written while its entries are read: only what is being compressed is in memory. */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  const take = (): Uint8Array[] => {
    const taken = written;
    written = [];
    return taken;
  };
  for await (const { name, parts, isStored = false } of entries) {
    const file = isStored ? new StoredFile(name) : new DeflatedFile(name);
    zip.add(file);
    try {
      for await (const part of parts) {
        await file.write(typeof part === 'string' ? Buffer.from(part) : part);
        yield* take();
      }
      await file.end();
    } finally {
      file.close();
    }
    yield* take();
  }
  zip.end();
  yield* take();
}

class StoredFile extends ZipPassThrough {
  write(part: Uint8Array): void {
    this.push(part);
  }

  end(): void {
    this.push(nothing, true);
  }

  close(): void {
    // It holds nothing.
  }
}

/** Deflated by zlib in a thread: it is most of the work of an export, and would block everybody else. */
class DeflatedFile extends ZipPassThrough {
  override compression = 8;
  readonly #deflate = createDeflateRaw();
  #error: Error | undefined;

  constructor(name: string) {
    super(name);
    this.#deflate.on('data', (bytes: Buffer<ArrayBuffer>) => {
      this.ondata(null, bytes, false);
    });
    this.#deflate.on('error', (error) => (this.#error = error));
  }

  async write(part: Uint8Array): Promise<void> {
    this.push(part);
    await new Promise((resolve) => void this.#deflate.write(part, resolve));
    if (this.#error) throw this.#error;
  }

  async end(): Promise<void> {
    this.push(nothing, true);
    await new Promise((resolve) => void this.#deflate.once('close', resolve).end());
    if (this.#error) throw this.#error;
    this.ondata(null, nothing, true);
  }

  /** Also if the file is not read to its end. */
  close(): void {
    this.#deflate.destroy();
  }

  /** `push` only counts and sums up what is in the file. */
  protected override process(): void {
    // What the file contains comes from the thread.
  }
}
