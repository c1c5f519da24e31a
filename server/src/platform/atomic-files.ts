import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chown, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Reads a file created by `createFileOnce`; undefined if it does not exist yet. */
export async function readFileIfExists(file: string): Promise<string | undefined> {
  return ifThere(readFile(file, 'utf8'));
}

/** Undefined if there is neither a file nor a folder. */
export const statIfExists = (path: string): Promise<Stats | undefined> => ifThere(stat(path));

/** Creates a private file atomically. If two processes race, both return the content of the first. */
export async function createFileOnce(file: string, content: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = await draftOf(file, content);
  try {
    await link(draft, file);
    await settle(file);
    return content;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return await readFile(file, 'utf8');
  } finally {
    await rm(draft);
  }
}

/** Creates or replaces a private file atomically: readers see either the old or the new content. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const draft = await draftOf(file, content);
  try {
    // Root may run this for a service of another user, which must still be able to read the file.
    const kept = process.getuid?.() === 0 ? await ifThere(stat(file)) : undefined;
    if (kept) await chown(draft, kept.uid, kept.gid);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await settle(file);
}

async function draftOf(file: string, content: string): Promise<string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  return draft;
}

/** Syncs the directory, so that the name survives a power failure. */
async function settle(file: string): Promise<void> {
  const directory = await open(dirname(file));
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const ifThere = <T>(wanted: Promise<T>): Promise<T | undefined> =>
  wanted.catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
