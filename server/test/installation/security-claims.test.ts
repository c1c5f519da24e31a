import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const text = await readFile(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
const sections = text.split(/^### /m).slice(1);

it('SECURITY.md covers each of the OWASP API top ten', () => {
  expect(sections.map((section) => /^API\d+/.exec(section)?.[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  );
});

it.each(sections.map((section) => [section.split('\n')[0] ?? '', section]))(
  'what it says about %s refers to existing tests',
  async (_, section) => {
    const paths = await readdir(new URL('..', import.meta.url), { recursive: true });
    const files = new Set(paths.map((path) => basename(path)));
    const named = [...section.matchAll(/`([a-z\d]+(?:-[a-z\d]+)*)`/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !files.has(`${name}.test.ts`))).toEqual([]);
  },
);
