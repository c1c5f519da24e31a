import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchPage } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const people = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const filesOf = (page: string): string[] => page.match(/\/assets\/[\w.-]+/g) ?? [];

describe('The dashboard', () => {
  it.each(['/', '/?from=mail', '/accounts', '/accounts/x', '/accounts/x/deposits?month=2026-10', '/feeds/x'])(
    'is one page for people at %s',
    async (path) => {
      const { status, headers, text } = await fetchPage(world, path, people);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-cache');
      expect(text).toContain('<div id="root">');
    },
  );

  it('returns JSON to programs that request unknown paths', async () => {
    for (const headers of [{}, { accept: 'application/json' }, { accept: '*/*' }]) {
      const { status, text } = await fetchPage(world, '/accounts/x/deposits', headers);
      expect([status, JSON.parse(text).code]).toEqual([404, 404]);
    }
  });

  it.each([
    '/v1/nothing',
    '/docs/nothing',
    '/certificates',
    '/certificates/x',
    '/projects/x/picture',
    '/nothing',
  ])('does not serve %s', async (path) => {
    const { status, text } = await fetchPage(world, path, people);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('<div id="root">');
  });

  it('answers HEAD like GET, without the body', async () => {
    const { status, text } = await fetchPage(world, '/', people, 'HEAD');
    expect([status, text]).toEqual([200, '']);
  });

  it('redirects from plain HTTP to HTTPS', async () => {
    const answer = await request(new URL('/accounts/x', world.server.plainUrl), { headers: people });
    await answer.body.dump();
    const { baseUrl } = world.server.running;
    expect([answer.statusCode, answer.headers['location']]).toEqual([308, `${baseUrl}/accounts/x`]);
  });

  it('runs only scripts from its own files, and styles with the nonce of this response', async () => {
    const [first, second] = [await fetchPage(world, '/', people), await fetchPage(world, '/', people)];
    const [policy, other] = [first, second].map(({ headers }) => String(headers['content-security-policy']));
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    const nonce = /style-src 'self' 'nonce-([\w+/=]{22,})'/.exec(policy ?? '')?.[1] ?? 'none';
    expect(first.text).toContain(`nonce="${nonce}"`);
    expect(other).not.toContain(nonce);
    expect(first.headers['x-content-type-options']).toBe('nosniff');
  });

  it('loads nothing from another origin, and nothing inline', async () => {
    const { text } = await fetchPage(world, '/', people);
    const links = [...text.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect(link).toMatch(/^\/assets\/[\w.-]+$/);
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|\{\{/);
  });

  it('has files that are cached forever, compressed as the browser accepts', async () => {
    const { text } = await fetchPage(world, '/', people);
    for (const path of filesOf(text)) {
      const plain = await fetchPage(world, path);
      expect([plain.status, plain.headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(plain.headers['vary']).toBe('Accept-Encoding');
      const pressed = await fetchPage(world, path, { 'accept-encoding': 'gzip, deflate, br' });
      const zipped = await fetchPage(world, path, { 'accept-encoding': 'gzip, br;q=0' });
      expect([pressed, zipped].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
      // Buffer.equals, because a byte-by-byte comparison takes many seconds.
      expect(brotliDecompressSync(pressed.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
      const again = await fetchPage(world, path, { 'if-none-match': String(plain.headers['etag']) });
      expect(again.status).toBe(304);
    }
  });

  it.each(['/assets/nothing.js', '/assets/..%2findex.html', '/assets/%2e%2e%2f%2e%2e%2fpackage.json'])(
    'has no file %s',
    async (path) => {
      expect((await fetchPage(world, path)).status).toBe(404);
    },
  );
});
