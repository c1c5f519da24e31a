import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../src', import.meta.url));

const isStore = (name: string): boolean => name.endsWith('-store.ts');

export const listStores = async (): Promise<string[]> =>
  (await readdir(source, { recursive: true })).filter(isStore).sort();

/** Loads every file that declares statements or batchers, also those that no command loads at once. */
export async function loadEveryStatement(): Promise<void> {
  for (const name of await readdir(source, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.d.ts')) continue;
    const file = join(source, name);
    if (isStore(name) || /\/(statement|ledger-check)\.js'/.test(await readFile(file, 'utf8')))
      await import(file);
  }
}
