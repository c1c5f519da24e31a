import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** For contents that are compressed already. */
  readonly isStored?: boolean;
}

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
    const file = isStored ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    for await (const part of parts) {
      file.push(typeof part === 'string' ? Buffer.from(part) : part);
      yield* take();
    }
    file.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
