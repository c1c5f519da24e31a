import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

// The linter's `import/no-cycle` finds circles of static imports only. A file that is loaded lazily belongs to a circle, too: who reads
// one of its files has to read them all.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const workspaces = ['agent', 'printers', 'sdk', 'server', 'verify', 'web'];

const sourcesOf = (workspace: string): string[] => {
  const folder = join(root, workspace, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
};

/** The files of ours that a file imports, statically, lazily or for a type. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .flatMap(({ fileName }) => {
      const path = join(dirname(file), fileName.replace(/\.js$/, ''));
      return [`${path}.ts`, `${path}.tsx`].filter((source) => existsSync(source));
    });
}

/** For each circle one list of its files, from the one that was reached first. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push(path.slice(start));
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const imported of imports.get(file) ?? []) visit(imported);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles.map((files) => files.map((file) => relative(root, file)));
}

it('A circle through a lazy import is found', () => {
  const imports = new Map([
    ['list', ['view']],
    ['view', ['row', 'card']],
    ['row', ['list']],
    ['card', []],
  ]);
  expect(circlesIn(imports)).toHaveLength(1);
});

it('No file imports itself by others, not even lazily', () => {
  const files = workspaces.flatMap(sourcesOf);
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  expect(imports.get(join(root, 'web/src/screens/operator/index.ts'))).toContain(
    join(root, 'web/src/screens/operator/accounts/accounts-view.tsx'),
  );
  expect(circlesIn(imports)).toEqual([]);
});
