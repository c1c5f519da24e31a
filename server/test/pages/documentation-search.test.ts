import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { createGuideReader } from '../../src/http/pages/guide/built-guide.js';
import { mountSearch } from '../../src/http/pages/mount-search.js';
import type { Hit } from '../../src/http/pages/search/search-index.js';
import { routeGroups } from '../../src/http/routes/index.js';
import { localLimits } from '../../src/platform/limits/limits.js';
import { revisions } from '../../src/wire/revisions/index.js';
import { fetchText, textOf } from '../support/reference-page.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const addressOf = (q: string, revision?: string): string =>
  new URLSearchParams({ q, ...(revision !== undefined && { revision }) }).toString();

const page = (q: string, revision?: string) => fetchText(world, `/docs/search?${addressOf(q, revision)}`);

interface Found {
  readonly revision: string;
  readonly total: number;
  readonly hits: readonly Hit[];
}

const search = async (q: string, revision?: string): Promise<Found> => {
  const { status, text } = await fetchText(world, `/docs/search.json?${addressOf(q, revision)}`);
  expect([q, status]).toEqual([q, 200]);
  return JSON.parse(text) as Found;
};
const urlsOf = async (q: string, revision?: string): Promise<string[]> =>
  (await search(q, revision)).hits.map(({ url }) => url);

describe('The search of the documentation', () => {
  it.each([
    ['the path of an operation', '/deposits/import', '/docs#importDeposits'],
    ['a path with its method', 'POST /orders', '/docs#createOrder'],
    ['a path, in capitals', '/Deposits/Import', '/docs#importDeposits'],
    ['the name of an operation', 'createDeposit', '/docs#createDeposit'],
    ['a field', 'collection_scope', '/docs#createFeed'],
    ['a field of a response', 'health_check_changed_at', '/docs#listFeeds'],
    ['the beginning of a field', 'health_check_chan', '/docs#listFeeds'],
    ['a status', '429', '/docs#errors'],
    ['a setting', 'REGROVE_DATA_DIR', '/docs/guide/operations#settings'],
    ['a page by its title', 'backup restore', '/docs/guide/backup'],
    ['words in another order', 'restoring backup', '/docs/guide/backup#restoring-a-backup'],
    ['a wrong letter', 'colection_scope', '/docs#createFeed'],
    ['a swapped letter', 'restroe bakcup', '/docs/guide/backup'],
    ['a joined word written as two', 'month end', '/docs/guide/operations#month-end'],
    ['two words written as one', 'month-end', '/docs/guide/operations#month-end'],
    ['words that say little', 'how do I restore the backup', '/docs/guide/backup'],
  ])('finds %s among the first: %s', async (_, words, url) => {
    expect((await urlsOf(words)).slice(0, 3)).toContain(url);
  });

  it('finds operations, chapters and sections of guides', async () => {
    const places = (await search('webhook')).hits.map(({ place }) => place);
    expect(places.some((place) => place.startsWith('Reference 1.6.6 · GET /webhook_endpoints'))).toBe(true);
    expect(places.some((place) => place.startsWith('Guide · '))).toBe(true);
    expect(await urlsOf('rounded once half up')).toContain('/docs#conversion');
  });

  it('searches the reference of the revision that was asked for', async () => {
    expect(await urlsOf('density', '1.6.3')).toContain('/docs/1.6.3#createDeposit');
    // Only the changes between revisions tell of it.
    expect((await urlsOf('density')).filter((url) => url.startsWith('/docs#'))).toEqual(['/docs#changelog']);
    expect((await search('gsm', '1.6.3')).revision).toBe('1.6.3');
    expect((await search('gsm', '9.9.9')).revision).toBe('1.6.6');
    const { text } = await page('gsm', '1.6.3');
    expect(text).toMatch(/revision=1\.6\.3" aria-current="true"/);
    expect(text).toContain('name="revision" value="1.6.3"');
  });

  it('marks what was found, in an excerpt around it', async () => {
    const { hits } = await search('REGROVE_DATA_DIR');
    const settings = hits.find(({ url }) => url.endsWith('operations#settings'));
    const marked = settings?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text);
    expect(marked).toContain('REGROVE_DATA_DIR');
    const excerpt = settings?.excerpt.map(({ text }) => text).join('') ?? '';
    expect(excerpt.length).toBeLessThan(200);
  });

  it('says if no place has all words, and lists those with some', async () => {
    const { text } = await page('deposit qwertzuiop');
    expect(textOf(text)).toContain('No place has all of these words.');
    expect(text).toContain('href="/docs#listDeposits"');
  });

  it('says if nothing was found, and what can be searched for', async () => {
    expect(textOf((await page('qwertzuiop')).text)).toContain('Nothing was found.');
    expect(textOf((await page('')).text)).toContain('Search for words');
    expect(textOf((await fetchText(world, '/docs/search')).text)).toContain('Search for words');
    expect((await search('')).total).toBe(0);
  });

  it('escapes what was typed', async () => {
    const { text } = await page('"><script>alert(1)</script> deposit');
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; deposit"');
  });

  it.each([
    '__proto__',
    'constructor toString hasOwnProperty',
    '/'.repeat(100),
    '-_.'.repeat(33),
    'a_'.repeat(50),
    'x'.repeat(100),
    'ﷺ'.repeat(100),
    '\u202e😀 \ud800',
    '(a+)+$ [[[ .* \\',
    'Ｄｅｐｏｓｉｔ',
  ])('answers odd words: %j', async (words) => {
    const { status, headers } = await page(words);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    await search(words);
  });

  it('ignores accents and width', async () => {
    expect(await urlsOf('ｄéｐｏｓｉｔｓ')).toEqual(await urlsOf('deposits'));
  });

  it('refuses more than 100 characters and NUL, and takes a repeated parameter for none', async () => {
    for (const path of ['/docs/search', '/docs/search.json']) {
      const { status } = await fetchText(world, `${path}?${addressOf('x'.repeat(101))}`);
      expect([path, status]).toEqual([path, 400]);
    }
    expect(textOf((await page('x'.repeat(101))).text)).toContain('Search for up to 100 characters.');
    expect((await page('a\u0000b')).status).toBe(400);
    expect((await fetchText(world, '/docs/search?q=a&q=b&revision=1.6.6&revision=2')).status).toBe(200);
  });

  it('sends a strict policy', async () => {
    const { headers } = await page('deposit');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
  });

  it('makes an index once for a revision, again after a failure, and limits searches of an address', async () => {
    let made = 0;
    let isFailing = true;
    const app = Fastify();
    mountSearch(app, {
      revisions,
      documentOf: (revision) => {
        made += 1;
        if (isFailing) throw new Error('secret detail');
        return openApiDocument(revision, routeGroups, 'https://regrove.example');
      },
      methodology: () =>
        Promise.resolve({
          id: 'factors',
          standardPageMass: '4.5241845',
          pagesPerTree: '8333',
          emissionFactor: '1.30',
          pricePerPage: '0.0003',
        }),
      readGuide: createGuideReader(),
      limits: localLimits,
      log: world.server.running.instance.context.log,
    });
    const failed = await app.inject('/docs/search?q=deposit');
    expect(failed.statusCode).toBe(500);
    expect(failed.body).not.toContain('secret detail');
    isFailing = false;
    const statuses = new Map<number, number>();
    for (let time = 0; time < 310; time++) {
      const { statusCode, headers } = await app.inject('/docs/search.json?q=qwertzuiop');
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect([...statuses]).toEqual([
      [200, 299],
      [429, 11],
    ]);
    expect(made).toBe(2);
    await app.close();
  });
});
