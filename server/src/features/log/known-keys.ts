import { readFileIfExists, replaceFile } from '../../platform/atomic-files.js';

/**
 * The keys that have signed the log, as verifier keys, as far as this data directory knows. They are kept apart from the database: whoever
 * can write to that can list any key. Undefined: the file was never written.
 */
export async function readKnownKeys(file: string): Promise<readonly string[] | undefined> {
  return (await readFileIfExists(file))?.split('\n').filter((line) => line !== '');
}

export async function addKnownKeys(file: string, keys: readonly string[]): Promise<void> {
  const known = await readKnownKeys(file);
  const all = [...new Set([...(known ?? []), ...keys])];
  if (known?.length !== all.length) await replaceFile(file, all.map((key) => `${key}\n`).join(''));
}
