import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key that encrypts stored credentials: from the configuration, else made once and kept in the data directory. */
export async function secretKeyOf(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  const file = join(dataDir, 'secret-key');
  return (await readOnceMade(file)) ?? makeOnce(file, randomBytes(32).toString('base64url'));
}

/** Reads a file that was made by `makeOnce`; undefined when it is not there yet. */
export async function readOnceMade(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Writes a private file whole or not at all. When two processes try at once, both return what the first one wrote. */
export async function makeOnce(file: string, content: string): Promise<string> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
    return content;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return await readFile(file, 'utf8');
  } finally {
    await rm(draft);
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
