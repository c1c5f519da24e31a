import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../support/regrove-process.js';

// The linter has no rule for a folder that its lists lack: anything could import it, and it anything.

type Order = readonly (readonly string[])[];

const { layers, features } = (await import(join(repository, 'oxlint.config.mjs'))) as {
  readonly layers: Order;
  readonly features: Order;
};

const foldersIn = async (path: string): Promise<string[]> =>
  (await readdir(join(repository, path), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The names in a table of docs/architecture.md, by the number in its first column, from the lowest. */
async function listedUnder(heading: string): Promise<string[][]> {
  const text = await readFile(join(repository, 'docs/architecture.md'), 'utf8');
  const [, after = ''] = text.split(`\n| ${heading} `);
  const [table = ''] = after.split('\n\n');
  const order: string[][] = [];
  for (const [, number, cells = ''] of table.matchAll(/^\| (\d+) +\| (.*)$/gm))
    (order[Number(number) - 1] ??= []).push(...namesIn(cells));
  return order.map((names) => names.sort());
}

/** What is in parentheses explains a name, and what follows the first column is about it. */
const namesIn = (cells: string): string[] =>
  [...(cells.split(' | ')[0] ?? '').replaceAll(/\([^)]*\)/g, '').matchAll(/`([^`]+)`/g)].map(
    ([, name = '']) => name,
  );

const sorted = (order: Order): string[][] => order.map((names) => [...names].sort());

it('Every folder of the server is in one layer', async () => {
  expect(layers.flat().sort()).toEqual(await foldersIn('server/src'));
});

it('Every feature is in the order of features', async () => {
  expect(features.flat().sort()).toEqual(await foldersIn('server/src/features'));
});

it('docs/architecture.md has the same layers and the same order of features as the linter', async () => {
  expect(await listedUnder('Layer')).toEqual(sorted(layers));
  expect(await listedUnder('Step')).toEqual(sorted(features));
});
