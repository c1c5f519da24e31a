import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../src/messages/locales.js';

const folder = new URL('../../dashboard/', import.meta.url);
const zippedOf = async (name: string): Promise<number> =>
  gzipSync(await readFile(new URL(`assets/${name}`, folder)), { level: 9 }).length;

let names: string[];
const named = (start: string): string[] =>
  names.filter((name) => name.startsWith(`${start}-`) && name.endsWith('.js'));

/** The file and all its static imports. */
async function withImports(name: string, known = new Set<string>()): Promise<Set<string>> {
  if (known.has(name)) return known;
  known.add(name);
  const code = await readFile(new URL(`assets/${name}`, folder), 'utf8');
  for (const [, file = ''] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
    await withImports(file, known);
  return known;
}

const sumOf = async (files: Iterable<string>): Promise<number> => {
  const sizes = await Promise.all([...files].map(zippedOf));
  return sizes.reduce((sum, size) => sum + size, 0);
};

beforeAll(async () => {
  names = await readdir(new URL('assets/', folder));
});

describe('What a browser loads for the dashboard, compressed', () => {
  const kB = 1000;

  it('is less than 268 kB of script for the first view, with the names of all paper sizes and the texts about agents', async () => {
    const html = await readFile(new URL('index.html', folder), 'utf8');
    const entry = /<script[^>]*src="([^"]+)"/.exec(html)?.[1] ?? '';
    const files = new Set<string>();
    for (const name of [basename(entry), ...named('overview-view'), ...named('en')])
      await withImports(name, files);
    expect(files.size).toBeGreaterThan(4);
    expect(await sumOf(files)).toBeLessThan(268 * kB);
    // The map is loaded later.
    for (const late of named('project-map')) expect(files).not.toContain(late);
    expect(named('project-map')).toHaveLength(1);
  });

  it('is less than 26 kB of style', async () => {
    expect(await sumOf(names.filter((name) => name.endsWith('.css')))).toBeLessThan(26 * kB);
  });

  it.each(locales)('is one small file of texts in %s, without those of mails', async (locale) => {
    const [file = ''] = named(locale);
    const code = await readFile(new URL(`assets/${file}`, folder), 'utf8');
    // Only the screens about events load these.
    expect(code).not.toMatch(/"app\.(events|activity|webhooks)\.(?!title")/);
    const [ofEvents = ''] = named(`events-${locale}`);
    expect(await readFile(new URL(`assets/${ofEvents}`, folder), 'utf8')).toContain(
      'app.events.order.placed',
    );
    expect(code).toContain('app.signIn.title');
    // Except for the reasons of feed problems, which the dashboard also shows.
    expect(code).not.toMatch(/"mail\.(?!reason\.|feedServer)/);
    // Thai is the longest. The steps that install an agent take 1.2 kB.
    expect(await zippedOf(file)).toBeLessThan(23 * kB);
  });
});
