import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { routes } from '../../src/http/routes/index.js';
import { tasks } from '../../src/jobs/tasks/index.js';
import { sources } from '../../src/sources/index.js';
import { defaultRevision } from '../../src/wire/revisions/index.js';
import { repository } from '../support/regrove-process.js';

const page = (path: string): Promise<string> => readFile(join(repository, 'docs', path), 'utf8');

/** The cells of each row of the tables in a section. */
const rowsOf = (text: string, heading: string): string[][] => {
  const [, section = ''] = text.split(`\n${heading}\n`);
  const [own = ''] = section.split(/^## /m);
  return own
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
};

const codesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

it('docs/api.md lists every endpoint, and no other', async () => {
  const listed = rowsOf(await page('api.md'), '## Endpoints')
    .filter(([methods = '']) => /^[A-Z, ]+$/.test(methods))
    .flatMap(([methods = '', paths]) =>
      methods.split(', ').flatMap((method) => codesIn(paths).map((path) => `${method} ${path}`)),
    );
  expect(listed.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});

it('lines of the docs are at most 150 characters long, except in tables and code', async () => {
  const files = await readdir(join(repository, 'docs'), { recursive: true });
  for (const name of files.filter((each) => each.endsWith('.md'))) {
    const prose = (await page(name)).replaceAll(/^```.*?^```/gms, '');
    expect([name, prose.split('\n').filter((line) => line.length > 150 && !line.startsWith('|'))]).toEqual([
      name,
      [],
    ]);
  }
});

it('docs/operations.md lists every job, and no other', async () => {
  const listed = rowsOf(await page('operations.md'), '## Jobs').flatMap(([name]) => codesIn(name));
  expect(listed.sort()).toEqual(tasks.map(({ name }) => name).sort());
});

it('docs/feeds/README.md links to a page for every source', async () => {
  const rows = rowsOf(await page('feeds/README.md'), '## Types');
  for (const type of sources.keys()) {
    const link = rows.find(([name]) => codesIn(name)[0] === type)?.[2];
    const [, file] = /\((.+\.md)\)/.exec(link ?? '') ?? [];
    expect([type, file]).toEqual([type, expect.any(String)]);
    expect(await page(`feeds/${file}`)).toContain(`\`${type}\``);
  }
});

it('docs/README.md and the glossary name every source outside sandboxes, and the glossary the default revision', async () => {
  const [contents, glossary] = [await page('README.md'), await page('glossary.md')];
  const lines = [/^- \[Feeds\].*$/m.exec(contents)?.[0] ?? '', /^\| source .*$/m.exec(glossary)?.[0] ?? ''];
  const compact = (text: string): string => text.toLowerCase().replace(/[ _]/g, '');
  for (const type of sources.keys())
    if (type !== 'simulated') for (const line of lines) expect(compact(line)).toContain(compact(type));
  expect(glossary).toContain(`The code implements the default, ${defaultRevision};`);
});
