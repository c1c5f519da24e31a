import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { fetch, request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError, Regrove } from '../../sdk/src/index.js';
import { openApiDocument } from '../src/http/openapi/document.js';
import { routeGroups } from '../src/http/routes/index.js';
import { mountReference, type ReferenceOptions } from '../src/pages/mount-reference.js';
import { meaningOf } from '../src/wire/field-meanings.js';
import { operationNotes } from '../src/pages/reference/operation-notes.js';
import { unavailable } from '../src/platform/errors.js';
import { revisions } from '../src/revisions/index.js';
import type { Json } from './support/api-client.js';
import { describeInBrowser, openBrowser, type Browser } from './support/browser.js';
import { peer } from './support/system-peers.js';
import { startWorld, type World } from './support/world.js';

const names = revisions.map(({ name }) => name);
const addresses = ['/docs', '/docs/1.6.3', '/docs/no-such-page'];

let world: World;
let origin: string;
beforeAll(async () => {
  world = await startWorld();
  origin = new URL(world.server.url).origin;
});
afterAll(() => world.stop());

interface Fetched {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Fetched> {
  const answer = await request(origin + path, { dispatcher: world.server.agent, headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
  return { status: answer.statusCode, headers: answer.headers, text };
}

const documentOf = async (revision: string): Promise<Json> =>
  JSON.parse((await get(`/v1/openapi.json?revision=${revision}`)).text);

const assetsOf = (page: string): string[] => [...new Set(page.match(/\/docs\/assets\/[\w.]+/g) ?? [])];

/** What a person reads in a piece of HTML. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const operationOf = (page: string, id: string): string =>
  new RegExp(`<article id="${id}"[^]*?</article>`).exec(page)?.[0] ?? '';

/** The sample of every operation in a language, by the operation's id. */
const samplesOf = (page: string, language: string): [id: string, code: string][] =>
  [...page.matchAll(/<article\s+id="(\w+)"/g)].map(([, id = '']) => {
    const pre = new RegExp(`<pre\\s+class="code ${language}"[^>]*>([^]*?)</pre>`).exec(operationOf(page, id));
    return [id, textOf(pre?.[1] ?? '')];
  });

describe.each(names)('the reference of revision %s', (revision) => {
  let page: string;
  let document: Json;
  beforeAll(async () => {
    page = (await get(`/docs/${revision}`)).text;
    document = await documentOf(revision);
  });

  it('lists exactly the operations of the OpenAPI document, without their twins', () => {
    const expected = Object.entries<Json>(document.paths)
      .filter(([path]) => !path.startsWith('/accounts/{account_id}/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods as object).map((name) => `${name.toUpperCase()} ${path}`),
      );
    const listed = [...page.matchAll(/data-operation="([^"]+)"/g)].map(([, operation]) => operation);
    expect(listed.toSorted()).toEqual(expected.toSorted());
    expect(page).toContain('/accounts/{account_id}');
  });

  it('has every link inside the page lead somewhere', () => {
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect(ids.size).toBe([...page.matchAll(/\sid="([^"]+)"/g)].length);
  });

  it('says what every field means', () => {
    const unexplained = Object.entries<Json>(document.components.schemas).flatMap(([shape, schema]) =>
      Object.keys(schema.properties as object).filter((name) => meaningOf(shape, name) === undefined),
    );
    expect(unexplained).toEqual([]);
  });

  it('has what each change says in its changelog', () => {
    const changelog = textOf(/<section\s+id="changelog"[^]*?<\/section>/.exec(page)?.[0] ?? '');
    for (const { changes } of revisions) {
      for (const { description } of changes) expect(changelog).toContain(description.replaceAll('`', ''));
    }
  });

  it('marks itself among the revisions and links to its document', () => {
    expect(page).toMatch(new RegExp(`aria-current="page">${revision}<`));
    expect(page).toContain(`href="/v1/openapi.json?revision=${revision}"`);
  });

  it.skipIf(peer('curl').missing)('has curl samples that the server understands', async () => {
    const { key } = await world.member('distributor');
    const env = { ...process.env, REGROVE_KEY: key, CURL_CA_BUNDLE: world.server.running.certFile };
    for (const [id, code] of samplesOf(page, 'curl')) {
      const { stdout } = await promisify(execFile)(
        'sh',
        ['-c', `${code} --silent --write-out '\n%{http_code}'`],
        {
          env,
        },
      );
      const status = stdout.split('\n').at(-1);
      // Ids in the samples are of nobody.
      expect([id, stdout, ['200', '404'].includes(status ?? '')]).toEqual([id, stdout, true]);
    }
  });

  it('has JavaScript samples that run', async () => {
    const { key } = await world.member('distributor');
    const client = new Regrove({
      baseUrl: world.server.url,
      key,
      userAgent: 'Samples/1.0.0 (Regrove)',
      revision: revision as '1.6.6',
      fetch: (url, init) => fetch(url, { ...init, dispatcher: world.server.agent }),
    });
    const samples = samplesOf(page, 'javascript');
    expect(samples.length).toBeGreaterThan(40);
    for (const [id, code] of samples) {
      expect([id, code]).toEqual([id, expect.stringMatching(/await client\./)]);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval
      const run = new Function('client', `return (async () => {${code}})()`) as (
        client: unknown,
      ) => Promise<void>;
      await run(client).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw new Error(`${id}: ${code}`, { cause: error });
      });
    }
  });
});

describe('the reference', () => {
  it('shows each revision in its own words', async () => {
    const [newer, older] = [(await get('/docs')).text, (await get('/docs/1.6.3')).text];
    const deposit = (page: string): string => textOf(operationOf(page, 'createDeposit'));
    expect(deposit(newer)).toContain('gsm');
    expect(deposit(newer)).not.toContain('density');
    expect(deposit(older)).toContain('density');
    expect(deposit(older)).not.toContain('gsm');
    expect(operationOf(newer, 'createServer')).not.toContain('contact');
    expect(operationOf(older, 'createServer')).toContain('contact');
    expect(operationOf(newer, 'createOrder')).toContain('/orders');
    expect(operationOf(older, 'createOrder')).toBe('');
    expect(older).not.toMatch(/User-Agent: |-A '/);
    expect(older).toContain('API-Revision: 1.6.3');
  });

  it('has no note for an operation that does not exist', () => {
    const known = routeGroups.flatMap(({ routes }) => routes.map(({ operation }) => operation));
    expect(Object.keys(operationNotes).filter((id) => !known.includes(id))).toEqual([]);
  });

  it('explains the conversion with the factors that count now', async () => {
    const before = await get('/docs');
    const chapter = (page: string): string =>
      textOf(/<section\s+id="conversion"[^]*?<\/section>/.exec(page)?.[0] ?? '');
    // 20,000 sheets of A4 at 115 g/m2, as the specification's figures have it.
    for (const figure of ['4.5241845 g', '8,333', '143,451 g', '31,708', '3.805063', '0.186486', '9.51']) {
      expect(chapter(before.text)).toContain(figure);
    }
    await world.server.sql('update methodologies set current = false');
    await world.server.sql(
      `insert into methodologies values ('01900000-0000-7000-8000-000000000002', 'New',
        0.2159, 0.2794, 75, 8000, 1.5, 0.0003, true, '2027-01-01')`,
    );
    const after = await get('/docs', { 'if-none-match': String(before.headers['etag']) });
    expect(after.status).toBe(200);
    expect(chapter(after.text)).toContain('8,000');
    expect(chapter(after.text)).not.toContain('8,333');
  });

  it.each(['/docs/9.9.9', '/docs/1.6.6/more', '/docs/assets/reference.css', '/docs/__proto__'])(
    'answers %s with a page that says where the reference is',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      for (const name of names) expect(text).toContain(`href="/docs/${name}"`);
    },
  );

  it('moves from plain HTTP to HTTPS', async () => {
    const plain = new URL('/docs', world.server.plainUrl);
    const answer = await request(plain);
    await answer.body.dump();
    expect([answer.statusCode, answer.headers['location']]).toEqual([308, `${origin}/docs`]);
  });

  it('needs nothing from another origin, and nothing inline', async () => {
    for (const address of addresses) {
      const { text } = await get(address);
      const links = [...text.matchAll(/\s(?:src|srcset|href|action|poster|data)="([^"]*)"/g)];
      expect(links.length).toBeGreaterThan(3);
      for (const [, link = ''] of links) expect(link).toMatch(/^(\/(?!\/)|#)/);
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
      for (const path of assetsOf(text)) {
        const asset = (await get(path)).text.replace('http://www.w3.org/2000/svg', '');
        expect(asset).not.toMatch(/https?:|url\(|@import|\bfetch\b|XMLHttpRequest|["'`]\/\//);
      }
    }
  });

  it.each(addresses)('sends a strict policy with %s', async (address) => {
    const { headers } = await get(address);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is not sent again to whoever has it', async () => {
    const first = await get('/docs');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get('/docs', { 'if-none-match': `"other", ${String(first.headers['etag'])}` });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/docs', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/docs/1.6.3')).headers['etag']).not.toBe(first.headers['etag']);
  });

  it('has assets that are kept for good', async () => {
    const assets = assetsOf((await get('/docs')).text);
    expect(assets).toHaveLength(4);
    for (const path of assets) {
      const { status, headers } = await get(path);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it('is small: the page and all it needs, zipped', async () => {
    const { text } = await get('/docs');
    const paths = ['/docs', ...assetsOf(text)];
    const sizes = await Promise.all(
      paths.map(async (path) =>
        Number((await get(path, { 'accept-encoding': 'gzip' })).headers['content-length']),
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  });

  it('answers HEAD like GET, without the page', async () => {
    const answer = await request(`${origin}/docs`, { method: 'HEAD', dispatcher: world.server.agent });
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, '']);
  });
});

describe('the reference, made from something else than our own documents', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  const factors = {
    id: 'factors',
    standardPageMass: '4.5241845',
    pagesPerTree: '8333',
    emissionFactor: '1.30',
    pricePerPage: '0.0003',
  };
  const open = (options: Partial<ReferenceOptions>): void => {
    app = Fastify();
    mountReference(app, {
      revisions,
      documentOf: (revision) => openApiDocument(revision, routeGroups, 'https://regrove.example'),
      methodology: () => Promise.resolve(factors),
      log: world.server.running.instance.context.log,
      ...options,
    });
  };

  it('takes every text as text', async () => {
    const hostile = `<script>alert("1")</script><img src=x onerror='alert(1)'>`;
    /** The document with the hostile text in place of every one that is no reference. */
    const poison = (value: unknown, name = ''): unknown => {
      if (Array.isArray(value)) return value.map((item) => poison(item, name));
      if (value !== null && typeof value === 'object') {
        return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, poison(field, key)]));
      }
      const isOurs = ['$ref', 'operationId', 'tags', 'name', 'in', 'type', 'version'].includes(name);
      return typeof value === 'string' && !isOurs ? hostile : value;
    };
    open({
      documentOf: (revision) => poison(openApiDocument(revision, routeGroups, hostile)) as object,
      revisions: [{ name: '1.6.6', changes: [{ name: 'change', description: hostile }] }],
    });
    const { statusCode, body } = await app.inject('/docs');
    expect(statusCode).toBe(200);
    expect(body).toContain('&lt;script&gt;alert(&quot;1&quot;)');
    expect(body).not.toMatch(/<script>|<img/);
    expect(/<section\s+id="changelog"[^]*?<\/section>/.exec(body)?.[0]).toContain('&lt;img src=x');
  });

  it('renders a page once', async () => {
    let made = 0;
    open({
      documentOf: (revision) => {
        made += 1;
        return openApiDocument(revision, routeGroups, 'https://regrove.example');
      },
    });
    for (let time = 0; time < 3; time++) await app.inject('/docs');
    expect(made).toBe(1);
  });

  it.each([
    ['the database is away', unavailable('away'), 503, 'Back in a moment'],
    ['something of ours is wrong', new Error('secret detail'), 500, 'Something went wrong on our side'],
  ])('says so to people when %s', async (_, error, status, heading) => {
    open({ methodology: () => Promise.reject(error) });
    const { statusCode, headers, body } = await app.inject('/docs');
    expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(body).toContain(heading);
    expect(body).not.toContain('secret detail');
  });
});

describeInBrowser('the reference in Chromium', () => {
  let browser: Browser;
  let complaints: string[];
  afterEach(() => browser.close());

  const open = async (path: string, options: Parameters<typeof openBrowser>[0] = {}): Promise<Page> => {
    browser = await openBrowser(options);
    complaints = [];
    const page = await browser.context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (sent) => {
      if (new URL(sent.url()).origin !== origin) complaints.push(`asked ${sent.url()}`);
    });
    await page.goto(origin + path);
    return page;
  };

  const unfold = (page: Page): Promise<void> =>
    page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });

  /** Everything that axe finds, however small. The page has no frames, so the quicker mode sees it all. */
  const barriers = async (page: Page): Promise<unknown[]> => {
    await unfold(page);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    return violations.map(({ id, impact, nodes }) => [id, impact, nodes.slice(0, 3).map(({ html }) => html)]);
  };

  it('has no barrier for anyone, from top to bottom', { timeout: 180_000 }, async () => {
    expect(await barriers(await open('/docs'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['dark', '/docs', { colorScheme: 'dark' }],
    ['on a phone', '/docs/1.6.3', { width: 375, height: 812 }],
    [
      'dark, on a phone, with the menu open',
      '/docs#navigation',
      { colorScheme: 'dark', width: 375, height: 812 },
    ],
    ['a page that says one thing', '/docs/nowhere', {}],
  ] as const)('has no barrier: %s', async (_, path, options) => {
    const page = await open(path, options);
    // All groups are of one make; a few of them will do, and spare most of the time.
    await page.locator('.group').evaluateAll((groups) => {
      for (const group of groups.slice(3)) group.remove();
    });
    expect(await barriers(page)).toEqual([]);
    // The browser itself complains of a page that answers 404.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it.each(['/docs', '/docs/1.6.3'])('fits a screen of 375 px: %s', async (path) => {
    const page = await open(path, { width: 375, height: 812 });
    await unfold(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(375);
    expect(complaints).toEqual([]);
  });

  it('opens its menu on a phone, and closes it by going somewhere', async () => {
    const page = await open('/docs', { width: 375, height: 812, javaScriptEnabled: false });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu' }).click();
    await contents.getByRole('link', { name: 'Errors' }).click();
    expect(await contents.isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Errors', exact: true }).isVisible()).toBe(true);
  });

  it('works without JavaScript', async () => {
    const page = await open('/docs', { javaScriptEnabled: false });
    const sample = page.locator('#createDeposit .samples');
    await sample.getByRole('radio', { name: 'Python' }).check();
    expect(await sample.locator('pre.python').isVisible()).toBe(true);
    expect(await sample.locator('pre.curl').isVisible()).toBe(false);
    expect(await page.locator('button').count()).toBe(await page.locator('button[hidden]').count());
  });

  it('remembers language and theme, and copies what is shown', async () => {
    const page = await open('/docs');
    await page.locator('#getDeposit').getByRole('radio', { name: 'JavaScript' }).check();
    await page.getByRole('button', { name: 'Change between light and dark' }).click();
    await page.reload();
    const sample = page.locator('#createDeposit .samples');
    expect(await sample.locator('pre.javascript').isVisible()).toBe(true);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await sample.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^const deposit = await client\.deposits/,
    );
    expect(complaints).toEqual([]);
  });

  it('finds an operation by its words, from the keyboard alone', async () => {
    const page = await open('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('favorite remove');
    const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    expect(await links.count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#removeFavoriteProject');
  });
});
