import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Statement } from '../../src/database/statement.js';

const source = fileURLToPath(new URL('../../src', import.meta.url));

export interface Declaration {
  readonly statement: Statement<unknown>;
  /** Several may declare the same text. None: it is declared by no file that is known to declare some. */
  readonly files: readonly string[];
}

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

/** Every statement with the files that declare it, in a new process: tests in this one declare statements, too. */
export async function listDeclarations(): Promise<Declaration[]> {
  const args = [
    fileURLToPath(new URL('print-declarations.mjs', import.meta.url)),
    ...(await listDeclaring()),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: Infinity });
  return JSON.parse(stdout);
}
