import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { locales } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { newId } from '../../src/platform/ids.js';
import { userAgent, type Answer } from '../support/api-client.js';
import { expectRefusal } from '../support/refusal.js';
import { visitor } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

function expectJson404(answer: Answer): void {
  expectRefusal(answer, 404);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
}

// `access-matrix` tries every known path with every method.
describe('An unknown path returns a JSON 404', () => {
  it.each([
    '',
    '/',
    '/no',
    '/no/such/path',
    '/Account',
    '/account/x',
    '/accountS',
    '/biomass',
    '/carbon',
    '/forestry',
    '/deposits/x/y',
    '/accounts/x/y/z',
    '/orders/place',
    '/v1/account',
    '/index.html',
    '/favicon.ico',
    '/..%2faccount',
    '/%2e%2e/account',
    '/account%00',
    '/%zz',
    '/%',
    '/<script>alert(1)</script>',
  ])('/v1%s', async (path) => {
    expectJson404(await world.channel.api.get(path));
  });

  it('also under an accessible account', async () => {
    expectJson404(await world.channel.api.get(`/accounts/${world.customer.id}/no/such/path`));
    // Only one account prefix is allowed.
    const twice = `/accounts/${world.channel.id}/accounts/${world.customer.id}/deposits`;
    expectJson404(await world.channel.api.get(twice));
  });

  it('with any Accept header, even for a browser', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };
    expectJson404(await world.channel.api.get('/no/such/path', { headers }));
  });

  it('that names the method and path, so that a typo is easy to see', async () => {
    const { body } = await world.channel.api.get('/depositz/%zz?x=1');
    expect(body.error).toBe('There is no GET /v1/depositz/%zz');
  });

  it('only with a valid key: without one, paths are not revealed', async () => {
    const headers = { authorization: undefined };
    expectRefusal(await world.channel.api.get('/no/such/path', { headers }), 401);
    expectRefusal(await world.channel.api.get('/account', { headers }), 401);
  });
});

describe('A path with an extra slash', () => {
  it.each(['/account/', '//account', '//account//'])('is the same path: %s', async (path) => {
    const { status, body } = await world.channel.api.get(path);
    expect([status, body.id]).toEqual([200, world.channel.id]);
  });
});

describe('Outside /v1', () => {
  it('errors are also JSON, and nothing is redirected to plain HTTP', async () => {
    const answer = await request(`${world.server.running.baseUrl}/no/such/page`, {
      dispatcher: world.server.agent,
      headers: { 'user-agent': userAgent },
    });
    expect(answer.statusCode).toBe(404);
    expect(await answer.body.json()).toMatchObject({ code: 404 });
  });

  const asBrowser = (path: string, headers: Record<string, string> = {}) =>
    visitor(world.server).get(path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

  it.each(['/no/such/page', '/nothing?locale=de', '/assets/none.js', '/certificatez', '/v1x'])(
    'a browser gets a page: %s',
    async (path) => {
      const { status, headers, text } = await asBrowser(path);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(text).toContain('href="/"');
    },
  );

  it.each(locales)('a browser gets a page in its language: %s', async (locale) => {
    const { headers, text } = await asBrowser('/no/such/page', { 'accept-language': locale });
    expect([headers['content-language'], headers['vary']]).toEqual([locale, 'Accept, Accept-Language']);
    for (const key of ['app.notFound.title', 'app.notFound.text', 'app.notFound.action'] as const)
      expect(text).toContain(i18nFor(locale).t(key));
  });

  it.each(['/v1', '/v1/no', '//v1/no', '/v1/no?x=/', '/app', '/app/no', '/app/accounts/x/no'])(
    'paths for programs return JSON: %s',
    async (path) => {
      const { status, headers, body } = await asBrowser(path);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect([401, 404]).toContain(status);
      expect(body.code).toBe(status);
    },
  );

  it('a POST with an HTML Accept header gets JSON', async () => {
    const { status, body } = await visitor(world.server).visit('POST', '/no/such/page', {
      headers: { accept: 'text/html' },
    });
    expect([status, body]).toMatchObject([404, { code: 404 }]);
  });

  it.each(['/projects/x/picture', '/accounts/x/badge.svg', `/accounts/${newId()}/badge.svg`])(
    'paths that are not public return a JSON 404: %s',
    async (path) => {
      const answer = await request(world.server.running.baseUrl + path, { dispatcher: world.server.agent });
      expect([answer.statusCode, await answer.body.json()]).toMatchObject([404, { code: 404 }]);
    },
  );

  it('plain HTTP redirects people to HTTPS', async () => {
    const answer = await request(world.server.plainUrl.replace('/v1', '/certificates/x'), {
      headers: { 'user-agent': userAgent },
    });
    await answer.body.dump();
    expect(answer.statusCode).toBe(308);
    expect(answer.headers['location']).toBe(`${world.server.running.baseUrl}/certificates/x`);
  });
});
