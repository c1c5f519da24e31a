import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './user-error.js';

/**
 * Writes a file so that it is there, whole, after this returns, and unchanged if it throws, whatever happens to the process or the
 * power meanwhile. Only the owner can read it.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes additions to a folder, and removals from it, durable. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    // Windows cannot open folders; it writes their entries through.
    if (!hasCode(error, 'EPERM', 'EISDIR', 'EACCES', 'EINVAL')) throw error;
  }
}

/** Undefined if there is no such file. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Of a file that only this program writes. */
export async function readJson<Content>(path: string): Promise<Content | undefined> {
  const text = await readText(path);
  return text === undefined ? undefined : (JSON.parse(text) as Content);
}
