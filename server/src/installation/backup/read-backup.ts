import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { invalid, type Refusal } from '../../platform/errors.js';
import { formatVersion, Tally, type Entry, type Manifest, type StartEntry } from './backup-format.js';
import { ByteReader } from './byte-reader.js';
import { EntryValidator } from './entry-validator.js';

export type ReadParts = AsyncGenerator<{ readonly entry: Entry; readonly body: Buffer }, void, undefined>;

/** Reads the whole file and returns what it contains; throws unless it is exactly as it was written. */
export async function inspectBackup(file: string): Promise<Manifest> {
  let start: StartEntry | undefined;
  const tally = new Tally();
  for await (const { entry, body } of readBackup(file)) {
    tally.add(entry, body);
    if (entry.entry === 'regrove-backup') start = entry;
    if (entry.entry !== 'end' || !start) continue;
    const { files, tables } = tally;
    if (JSON.stringify([files, tables]) !== JSON.stringify([entry.files, entry.tables])) break;
    const { regrove, taken_at, migrations } = start;
    return { regrove, taken_at, migrations, files, tables, sha256: entry.sha256 };
  }
  throw notWhole(file, 'its contents do not match its list');
}

/**
 * The entries in order, each with its body. The last one is returned only if the checksum matches and nothing follows
 * it.
 */
export async function* readBackup(file: string): ReadParts {
  const handle = await open(file).catch((error: unknown) => {
    throw invalid(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const gunzip = createGunzip();
  // Readers get the error; after the last read there is no reader.
  gunzip.on('error', () => undefined);
  const source = handle.createReadStream({ start: 0, autoClose: false });
  source.on('error', (error) => gunzip.destroy(error));
  try {
    await requireHead(handle, file);
    const { size } = await handle.stat();
    yield* entriesOf(file, new ByteReader(source.pipe(gunzip)), () => gunzip.bytesWritten === size);
  } catch (error) {
    throw isUnreadable(error) ? notWhole(file, error.message) : error;
  } finally {
    source.destroy();
    gunzip.destroy();
    await handle.close();
  }
}

async function* entriesOf(file: string, bytes: ByteReader, isAll: () => boolean): ReadParts {
  const hash = createHash('sha256');
  const validator = new EntryValidator();
  for (let isFirst = true; ; isFirst = false) {
    const line = await bytes.line();
    const entry = line && validator.check(line);
    if (!entry || (entry.entry === 'regrove-backup') !== isFirst)
      throw notWhole(file, 'it is truncated or out of order');
    if (entry.entry === 'regrove-backup' && entry.format !== formatVersion)
      throw invalid(`${file} has an unknown format: it was written by Regrove ${entry.regrove}`);
    const body = 'bytes' in entry ? await bytes.take(entry.bytes) : Buffer.alloc(0);
    if (entry.entry === 'end') {
      if (entry.sha256 !== hash.digest('hex')) throw notWhole(file, 'its checksum does not match');
      // Data after the end of the gzip stream is not read, so there must not be any.
      if ((await bytes.line()) !== undefined || !isAll()) throw notWhole(file, 'there is data after its end');
      yield { entry, body };
      return;
    }
    hash.update(line).update(body);
    yield { entry, body };
  }
}

/**
 * The gzip header is not covered by the checksum. Ours has no name and no time; its last byte, not compared, is the
 * operating system.
 */
async function requireHead(handle: FileHandle, file: string): Promise<void> {
  const { buffer } = await handle.read(Buffer.alloc(9), 0, 9, 0);
  if (buffer.toString('hex') !== '1f8b08000000000000') throw notWhole(file, 'it is not a backup file');
}

const notWhole = (file: string, why: string): Refusal =>
  invalid(`${file} is not a complete Regrove backup: ${why}. Nothing was changed`);

/** Errors of decompression and of our own reader. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof SyntaxError ||
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'));
