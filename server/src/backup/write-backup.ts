import { createHash, randomBytes } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { invalid } from '../platform/errors.js';
import { Tally, type EndEntry, type Entry } from './backup-format.js';

/** An entry with what follows it. */
export interface Part {
  readonly entry: Exclude<Entry, EndEntry>;
  readonly body?: Buffer;
}

/** Writes the parts as they come, then what they came to. Under its name there is a whole backup or none. */
export async function writeBackup(file: string, parts: AsyncIterable<Part>): Promise<EndEntry> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`;
  const handle = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw notWritten(file, error);
  });
  try {
    let end: EndEntry | undefined;
    const bytes = Readable.from(
      encoded(parts, (found) => (end = found)),
      { objectMode: false },
    );
    await pipeline(bytes, createGzip(), handle.createWriteStream({ flush: true }));
    await link(draft, file);
    return end as EndEntry;
  } catch (error) {
    throw notWritten(file, error);
  } finally {
    await handle.close().catch(() => undefined);
    await rm(draft, { force: true });
  }
}

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

function notWritten(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why =
    code === 'EEXIST'
      ? 'it is there already'
      : code === 'ENOENT'
        ? `there is no folder ${dirname(file)}`
        : code === 'ENOSPC'
          ? 'the disk is full'
          : code === 'EACCES' || code === 'EISDIR' || code === 'ENOTDIR' || code === 'EROFS'
            ? (error as Error).message
            : undefined;
  return why === undefined ? error : invalid(`${file} cannot be written: ${why}`);
}
