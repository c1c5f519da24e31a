import { randomBytes } from 'node:crypto';
import { link, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { invalid } from './errors.js';

export interface NewFileOptions {
  /** Replace an existing file. */
  readonly force: boolean;
  /** Permissions, subject to the umask. */
  readonly mode?: number;
}

/**
 * Writes a file for the operator. The file appears complete or not at all, and an existing one is kept unless `force` is
 * set. An existing pipe or device is written to directly.
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
    // Checked before the work, which may take long.
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
    // A link fails if the name has been taken in the meantime.
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
    // A stream may already have closed it.
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

/** Explains system errors about the file; other errors pass unchanged. */
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
