import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declaredStatements } from '../../src/database/statement.js';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const build = fileURLToPath(new URL('../../dist', import.meta.url));

const isStore = (name: string): boolean => name.endsWith('-store.ts');

export const listStores = async (): Promise<string[]> =>
  (await readdir(source, { recursive: true })).filter(isStore).sort();

/** The files that declare statements or batchers, also those that no command loads at once. */
async function listDeclaring(): Promise<string[]> {
  const names = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'),
  );
  const declares = async (name: string): Promise<boolean> =>
    isStore(name) ||
    /\/(statement|sealed-column|ledger-check)\.js'/.test(await readFile(join(source, name), 'utf8'));
  const found = await Promise.all(names.map(async (name) => ((await declares(name)) ? [name] : [])));
  return found.flat().sort();
}

export async function loadEveryStatement(): Promise<void> {
  for (const name of await listDeclaring()) await import(join(source, name));
}

/**
 * The files that declare a statement, by the statement's name. Several may declare the same text. Each file is evaluated once more, with
 * all that it imports already there, so what is declared meanwhile is of this file.
 */
export async function findDeclarations(): Promise<Map<string, Set<string>>> {
  await loadEveryStatement();
  const declaredBy = new Map<string, Set<string>>();
  for (const name of await listDeclaring()) {
    const before = new Set(declaredStatements());
    await import(`${join(build, name).replace(/\.ts$/, '.js')}?again`);
    for (const statement of declaredStatements())
      if (!before.has(statement))
        declaredBy.set(statement.name, (declaredBy.get(statement.name) ?? new Set()).add(name));
  }
  return declaredBy;
}
