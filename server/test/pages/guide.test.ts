import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../src/platform/version.js';
import { fetchPage } from '../support/public-pages.js';
import { fetchText, textOf } from '../support/reference-page.js';
import { repository } from '../support/regrove-process.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
/** Every page that can be reached from the first one, by its address. */
const pages = new Map<string, string>();
beforeAll(async () => {
  world = await startWorld();
  const waiting = ['/docs/guide'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const { status, headers, text } = await get(path);
    // A link that leads nowhere fails below, with the page that has it.
    if (status !== 200 || headers['content-type'] !== 'text/html; charset=utf-8') continue;
    pages.set(path, text);
    waiting.push(...linksOf(text, 'href').flatMap((link) => (isOfGuide(link) ? [withoutHash(link)] : [])));
  }
});
afterAll(() => world.stop());

const get = (path: string, headers?: Record<string, string>) => fetchText(world, path, headers);

const linksOf = (page: string, attribute: string): string[] =>
  [...page.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, link = '']) => link);
const idsOf = (page: string): string[] => [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
const isOfGuide = (link: string): boolean => /^\/docs\/guide(\/|#|$)/.test(link);
const withoutHash = (link: string): string => link.replace(/#.*/, '');
const mainOf = (page: string): string => /<main[^]*<\/main>/.exec(page)?.[0] ?? '';

/** The files of a folder of the docs, and where their pages are. */
const docsFiles = async (): Promise<{ file: string; path: string }[]> =>
  (await readdir(join(repository, 'docs'), { recursive: true }))
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({
      file,
      path: join('/docs/guide', file.replace(/(^|\/)README\.md$|\.md$/, '')).replace(/\/$/, ''),
    }));

describe('The guide', () => {
  it('has a page for every file of the docs, with its title, which the overview leads to', async () => {
    const files = await docsFiles();
    expect(files.length).toBeGreaterThan(70);
    for (const { file, path } of files) {
      const [, title = ''] = /^# (.+)$/m.exec(await readFile(join(repository, 'docs', file), 'utf8')) ?? [];
      const [, heading = ''] = /<h1>([^]*?)<\/h1>/.exec(pages.get(path) ?? '') ?? [];
      expect({ file, title: textOf(heading) }).toEqual({ file, title });
    }
  });

  it('lists every page of the docs in docs/README.md, or in the README of its folder', async () => {
    const index = await readFile(join(repository, 'docs/README.md'), 'utf8');
    for (const { file } of await docsFiles()) {
      const folder = file.includes('/') ? `${file.split('/')[0] ?? ''}/README.md` : file;
      const isListed = [file, folder].some((name) => name === 'README.md' || index.includes(`](${name})`));
      expect({ file, isListed }).toEqual({ file, isListed: true });
    }
  });

  it('keeps pages for maintainers in a group of their own', () => {
    const navigation = /<nav class="contents"[^]*?<\/nav>/.exec(pages.get('/docs/guide') ?? '')?.[0] ?? '';
    const [before = '', maintaining = ''] = navigation.split('Maintaining');
    for (const address of ['architecture', 'testing', 'decisions', 'reviews/0.9.0']) {
      expect(before).not.toContain(`"/docs/guide/${address}"`);
      expect(maintaining).toContain(`"/docs/guide/${address}"`);
    }
    expect(before).toContain('"/docs/guide/operations"');
  });

  it('has no broken link, no link to a heading that is not there, and no missing picture', async () => {
    const broken: string[] = [];
    for (const [path, page] of pages) {
      const ids = new Set(idsOf(page));
      for (const link of linksOf(page, 'href')) {
        if (link.startsWith('#')) {
          if (!ids.has(link.slice(1))) broken.push(`${path} ${link}`);
        } else if (isOfGuide(link)) {
          const [target = '', hash] = link.split('#');
          const there = pages.get(target);
          const isFile = there === undefined && (await get(target)).status === 200;
          if (!isFile && (there === undefined || (hash !== undefined && !idsOf(there).includes(hash))))
            broken.push(`${path} ${link}`);
        }
      }
      for (const src of linksOf(page, 'src').filter(isOfGuide)) {
        const { status, headers, body } = await fetchPage(world, src);
        if (status !== 200 || headers['content-type'] !== 'image/png' || body.readUInt32BE(1) !== 0x504e470d)
          broken.push(`${path} ${src}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('has each id once, one main heading, and a name for each picture', () => {
    for (const [path, page] of pages) {
      const ids = idsOf(page);
      expect({ path, repeated: ids.filter((id, at) => ids.indexOf(id) !== at) }).toEqual({
        path,
        repeated: [],
      });
      expect({ path, headings: page.match(/<h1[\s>]/g)?.length }).toEqual({ path, headings: 1 });
      expect({ path, unnamed: page.match(/<img(?![^>]*\salt="[^"]+")[^>]*>/g) }).toEqual({
        path,
        unnamed: null,
      });
    }
  });

  it('loads nothing from elsewhere, and nothing inline', async () => {
    for (const [path, page] of pages) {
      for (const src of linksOf(page, 'src'))
        expect([path, src]).toEqual([path, expect.stringMatching(/^\/docs\//)]);
      expect([
        path,
        /<style|\sstyle="|\son\w+="|<script(?![^>]*\ssrc=)|href="javascript:/i.exec(page),
      ]).toEqual([path, null]);
    }
    const { headers } = await get('/docs/guide');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
  });

  it('shows code with colours, without the marks for tests, and tells the version', async () => {
    const push = pages.get('/docs/guide/feeds/push') ?? '';
    expect(push).toContain('<span class="t-key">curl</span>');
    expect(textOf(push)).not.toContain('<!-- expect');
    expect(textOf(push)).toContain(`Version ${await readVersion()}`);
  });

  it('has a table of contents with the headings of the page', () => {
    const page = pages.get('/docs/guide/guides/first-offset') ?? '';
    const listed = [...(/<nav class="toc"[^]*?<\/nav>/.exec(page)?.[0] ?? '').matchAll(/href="#([^"]+)"/g)];
    const headings = [...mainOf(page).matchAll(/<section id="([^"]+)">\s*<h2>/g)];
    expect(listed.map(([, id]) => id)).toEqual(headings.map(([, id]) => id));
    expect(listed.length).toBeGreaterThan(3);
  });

  it('shows samples of configuration as plain text, and nothing else of the repository', async () => {
    const sample = await get('/docs/guide/repository/deploy/nginx.conf');
    expect([sample.status, sample.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(sample.text).toBe(await readFile(join(repository, 'deploy/nginx.conf'), 'utf8'));
    for (const path of [
      'repository/deploy/.env',
      'repository/server/package.json',
      'guide.json',
      '.built.json',
      '..%2f..%2fpackage.json',
      '%2e%2e/package.json',
      '__proto__',
      'constructor',
      'a%00b',
    ]) {
      const { status, text } = await get(`/docs/guide/${path}`);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(text).toContain('There is no such page');
    }
  });

  it.each([
    ['api.md', 'api'],
    ['feeds/README.md', 'feeds'],
    ['README.md', ''],
  ])('leads from %s, as the file is called, to the page', async (file, address) => {
    const { status, headers } = await get(`/docs/guide/${file}`);
    expect([status, headers['location']]).toEqual([
      301,
      address === '' ? '/docs/guide' : `/docs/guide/${address}`,
    ]);
  });

  it('is not sent again to a client that has it, and answers HEAD', async () => {
    const first = await get('/docs/guide/api');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get('/docs/guide/api', { 'if-none-match': String(first.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await fetchPage(world, '/docs/guide/api', {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('is small: the first page with all its assets, and the longest page', async () => {
    const size = async (path: string): Promise<number> =>
      Number((await get(path, { 'accept-encoding': 'gzip' })).headers['content-length']);
    const assets = new Set((pages.get('/docs/guide') ?? '').match(/\/docs\/assets\/[\w.]+/g) ?? []);
    expect(assets.size).toBe(6);
    const sizes = await Promise.all(['/docs/guide', ...assets].map(size));
    expect(sizes.reduce((sum, each) => sum + each)).toBeLessThan(20_000);
    expect(await size('/docs/guide/operations')).toBeLessThan(50_000);
  });
});
