import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeNewFile } from '../../platform/write-new-file.js';
import { Tally, type EndEntry, type Entry } from './backup-format.js';

/** An entry with its body. */
export interface Part {
  readonly entry: Exclude<Entry, EndEntry>;
  readonly body?: Buffer;
}

/** Writes the parts as they arrive, then the totals. The file is either complete or does not exist. */
export const writeBackup = (
  file: string,
  parts: AsyncIterable<Part>,
  { force }: { force: boolean } = { force: false },
): Promise<EndEntry> =>
  writeNewFile(file, { force, mode: 0o600 }, async (handle) => {
    let end: EndEntry | undefined;
    const bytes = Readable.from(
      encoded(parts, (found) => (end = found)),
      { objectMode: false },
    );
    await pipeline(bytes, createGzip(), handle.createWriteStream({ flush: true }));
    return end as EndEntry;
  });

async function* encoded(
  parts: AsyncIterable<Part>,
  onEnd: (end: EndEntry) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const hash = createHash('sha256');
  const tally = new Tally();
  for await (const { entry, body = Buffer.alloc(0) } of parts) {
    const line = lineOf(entry);
    hash.update(line).update(body);
    tally.add(entry, body);
    yield line;
    if (body.length > 0) yield body;
  }
  const { files, tables } = tally;
  const end: EndEntry = { entry: 'end', files, tables, sha256: hash.digest('hex') };
  yield lineOf(end);
  onEnd(end);
}

const lineOf = (entry: Entry): Buffer => Buffer.from(`${JSON.stringify(entry)}\n`);
