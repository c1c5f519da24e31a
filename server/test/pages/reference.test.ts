import Fastify, { type FastifyInstance } from 'fastify';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { routeGroups } from '../../src/http/routes/index.js';
import { mountReference, type ReferenceOptions } from '../../src/http/pages/mount-reference.js';
import { operationNotes } from '../../src/http/pages/reference/operation-notes.js';
import { unavailable } from '../../src/platform/errors.js';
import { revisions } from '../../src/wire/revisions/index.js';
import { fetchText, operationOf, textOf } from '../support/reference-page.js';
import { startWorld, type World } from '../support/world.js';

const names = revisions.map(({ name }) => name);
const addresses = ['/docs', '/docs/1.6.3', '/docs/no-such-page'];

let world: World;
let origin: string;
beforeAll(async () => {
  world = await startWorld();
  origin = new URL(world.server.url).origin;
});
afterAll(() => world.stop());

const get = (path: string, headers?: Record<string, string>) => fetchText(world, path, headers);

const assetsOf = (page: string): string[] => [...new Set(page.match(/\/docs\/assets\/[\w.-]+/g) ?? [])];

describe('the reference', () => {
  it('shows each revision in its own terms', async () => {
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

  it('explains the User-Agent if a revision requires one', async () => {
    const chapter = async (path: string): Promise<string> =>
      textOf(/<section\s+id="authentication"[^]*?<\/section>/.exec((await get(path)).text)?.[0] ?? '');
    const newer = await chapter('/docs');
    expect(newer).toMatch(/User-Agent\s+string\s+required Identifies your software, such as PrintDesk/);
    expect(newer).toContain('is refused with 403');
    const older = await chapter('/docs/1.6.3');
    expect(older).toContain('API-Revision');
    expect(older).not.toContain('User-Agent');
  });

  it('has no note for an operation that does not exist', () => {
    const known = routeGroups.flatMap(({ routes }) => routes.map(({ operation }) => operation));
    expect(Object.keys(operationNotes).filter((id) => !known.includes(id))).toEqual([]);
  });

  it('explains the conversion with the current factors', async () => {
    const before = await get('/docs');
    const chapter = (page: string): string =>
      textOf(/<section\s+id="conversion"[^]*?<\/section>/.exec(page)?.[0] ?? '');
    // 20,000 sheets of A4 at 115 g/m2, from the figures in the specification.
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
    'answers %s with a page that links to the reference',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      for (const name of names) expect(text).toContain(`href="/docs/${name}"`);
    },
  );

  it('redirects from plain HTTP to HTTPS', async () => {
    const plain = new URL('/docs', world.server.plainUrl);
    const answer = await request(plain);
    await answer.body.dump();
    expect([answer.statusCode, answer.headers['location']]).toEqual([308, `${origin}/docs`]);
  });

  it('loads nothing from another origin, and nothing inline', async () => {
    for (const address of addresses) {
      const { text } = await get(address);
      const links = [...text.matchAll(/\s(?:src|srcset|href|action|poster|data)="([^"]*)"/g)];
      expect(links.length).toBeGreaterThan(3);
      for (const [, link = ''] of links) expect(link).toMatch(/^(\/(?!\/)|#)/);
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
      for (const path of assetsOf(text)) {
        const asset = (await get(path)).text.replace('http://www.w3.org/2000/svg', '');
        expect(asset).not.toMatch(/https?:|url\(|@import|XMLHttpRequest|["'`]\/\//);
        // Only the search asks the server, at the address of its form, and "Try it", which the policy limits to this server.
        if (path.includes('/try-it.')) continue;
        const asked = [...asset.matchAll(/\bfetch\((.{14})/g)].map(([, address]) => address);
        expect(asked).toEqual(path.includes('/search.') ? ['`${form.action'] : []);
      }
    }
  });

  it.each(addresses)('sends a strict policy with %s', async (address) => {
    const { headers } = await get(address);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
    expect(/connect-src [^;]*/.exec(policy)?.[0]).toBe("connect-src 'self'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is not sent again to a client that has it', async () => {
    const first = await get('/docs');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get('/docs', { 'if-none-match': `"other", ${String(first.headers['etag'])}` });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/docs', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/docs/1.6.3')).headers['etag']).not.toBe(first.headers['etag']);
  });

  it('has assets that are cached forever', async () => {
    const assets = assetsOf((await get('/docs')).text);
    expect(assets).toHaveLength(7);
    for (const path of assets) {
      const { status, headers } = await get(path);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it('is small: the page and all its assets, compressed', async () => {
    const { text } = await get('/docs');
    // What is tried is loaded later.
    const paths = ['/docs', ...assetsOf(text).filter((path) => !path.includes('/try-it.'))];
    const sizes = await Promise.all(
      paths.map(async (path) =>
        Number((await get(path, { 'accept-encoding': 'gzip' })).headers['content-length']),
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  });

  it('answers HEAD like GET, without the body', async () => {
    const answer = await request(`${origin}/docs`, { method: 'HEAD', dispatcher: world.server.agent });
    expect([answer.statusCode, await answer.body.text()]).toEqual([200, '']);
  });
});

describe('the reference, generated from other documents', () => {
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

  it('escapes every text', async () => {
    const hostile = `<script>alert("1")</script><img src=x onerror='alert(1)'>`;
    /** The document with every text replaced by the hostile one, except references. */
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
    ['the database is down', unavailable('away'), 503, 'Back in a moment'],
    ['there is an internal error', new Error('secret detail'), 500, 'Something went wrong on our end'],
  ])('tells people when %s', async (_, error, status, heading) => {
    open({ methodology: () => Promise.reject(error) });
    const { statusCode, headers, body } = await app.inject('/docs');
    expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(body).toContain(heading);
    expect(body).not.toContain('secret detail');
  });
});
