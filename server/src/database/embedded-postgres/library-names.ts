import { copyFile, lstat, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ignoreErrors } from './failures.js';

interface LibraryName {
  /** The existing file. */
  file: string;
  /** The name that the programs look for. */
  name: string;
}

/**
 * Library names that are missing because npm archives cannot contain symbolic links. The package creates them in an install
 * script, which does not run with `--ignore-scripts`.
 */
export async function missingLibraryNames(native: string): Promise<LibraryName[]> {
  const missing: LibraryName[] = [];
  for (const library of await listedNames(native)) {
    if (!(await ignoreErrors(['ENOENT'], lstat(library.name)))) missing.push(library);
  }
  return missing;
}

export async function addMissingLibraryNames(native: string): Promise<void> {
  for (const { file, name } of await missingLibraryNames(native)) {
    try {
      await ignoreErrors(['EEXIST'], symlink(relative(dirname(name), file), name));
    } catch {
      // Some file systems do not support links. A copy of the library works too.
      await copyFile(file, name);
    }
  }
}

async function listedNames(native: string): Promise<LibraryName[]> {
  const text = await ignoreErrors(['ENOENT'], readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  const list: unknown = JSON.parse(text ?? '[]');
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('source' in entry) || !('target' in entry))
      return [];
    const { source, target } = entry;
    if (typeof source !== 'string' || typeof target !== 'string') return [];
    return [{ file: belowNative(native, source), name: belowNative(native, target) }];
  });
}

/** Paths in the list are relative to the package's root. Our copies of `native` have another name. */
function belowNative(native: string, listed: string): string {
  const [, ...rest] = listed.split('/');
  return rest.length ? join(native, ...rest) : join(native, basename(listed));
}
