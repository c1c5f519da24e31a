import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemClock } from './clock.js';
import { hasCode, messageOf, UserError } from './user-error.js';

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

// Windows has no such flag.
const noFollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;

/** Makes an empty file, or gives one the present time; follows no link. */
export async function touch(path: string): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | noFollow, 0o600);
  try {
    const now = systemClock();
    await file.utimes(now, now);
  } finally {
    await file.close();
  }
}

/** When a file was written; undefined if there is none. */
export const timeOf = (path: string): Promise<number | undefined> =>
  lstat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );

/** Undefined if there is no such file. Follows no link: it could lead to a file that is none of the agent's. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, { encoding: 'utf8', flag: constants.O_RDONLY | noFollow });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'ELOOP'))
      throw new UserError(`${path} is a link, which is not followed`, { cause: error });
    throw error;
  }
}

/** Of a file that only this program writes. */
export async function readJson<Content>(path: string): Promise<Content | undefined> {
  const text = await readText(path);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Content);
  } catch (error) {
    throw new UserError(`${path} is damaged: ${messageOf(error)}`, { cause: error });
  }
}

/** Throws if a file of some size cannot be written to the folder of a directory. */
export async function requireWritable({ path }: { readonly path: string }): Promise<void> {
  const probe = join(path, `probe-${randomUUID()}`);
  try {
    await writeDurably(probe, ' '.repeat(16_384));
  } catch (error) {
    throw new UserError(`${path} cannot be written to: ${messageOf(error)}`, { cause: error });
  } finally {
    await rm(probe, { force: true });
  }
}
