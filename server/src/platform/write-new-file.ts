import { randomBytes } from 'node:crypto';
import { link, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { invalid } from './errors.js';

export interface NewFileOptions {
  /** Put it in the place of a file that is there. */
  readonly force: boolean;
  /** Its rights, as far as the process may give them. */
  readonly mode?: number;
}

/**
 * Writes a file of the operator's. Under its name there is a whole one or none, and what was there before stays unless
 * `force` says otherwise. What is there and no file (a pipe, a device) is written to.
 */
export async function writeNewFile<T>(
  file: string,
  { force, mode = 0o666 }: NewFileOptions,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  try {
    const there = await unlessAbsent(stat(file));
    if (there?.isDirectory()) throw invalid(`${file} cannot be written: it is a folder`);
    if (there && !there.isFile()) return await writeAndClose(await open(file, 'w'), write);
    // Told before the work, which may take long.
    if (there && !force) throw alreadyThere(file);
    return await writeAside(there ? await realpath(file) : file, { force, mode }, write);
  } catch (error) {
    throw notWritten(file, error);
  }
}

async function writeAside<T>(
  file: string,
  { force, mode }: Required<NewFileOptions>,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`;
  const handle = await open(draft, 'wx', mode);
  try {
    const written = await writeAndClose(handle, write);
    // A link refuses a name that somebody has taken meanwhile.
    await (force ? rename(draft, file) : link(draft, file));
    return written;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeAndClose<T>(handle: FileHandle, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await write(handle);
  } finally {
    // A stream may have closed it.
    await handle.close().catch(() => undefined);
  }
}

const unlessAbsent = <T>(wanted: Promise<T>): Promise<T | undefined> =>
  wanted.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const alreadyThere = (file: string): Error =>
  invalid(`${file} cannot be written: it already exists (use --force to replace it)`);

/** What the system says about the file, in words; everything else as it is. */
function notWritten(file: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'EEXIST') return alreadyThere(file);
  const why =
    code === 'ENOENT'
      ? `there is no folder ${dirname(file)}`
      : code === 'ENOSPC'
        ? 'the disk is full'
        : ['EACCES', 'EPERM', 'ENOTDIR', 'EROFS'].includes(code)
          ? (error as Error).message
          : undefined;
  return why === undefined ? error : invalid(`${file} cannot be written: ${why}`);
}
