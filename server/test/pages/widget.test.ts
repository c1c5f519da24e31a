import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';
import { fetchPage } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
const slug = 'evergreen';
beforeAll(async () => {
  world = await startWorld();
  const member = await world.member();
  await member.api.post('/biomass/offsets', { pages: 8_333 * 1_234 });
  await member.api.patch('/settings', { public_page: { slug, enabled: true } });
});
afterAll(() => world.stop());

describe('/widget.js', () => {
  it('is a script under 10 kB compressed, without a cookie, for any site', async () => {
    const { status, headers, text, body } = await fetchPage(world, '/widget.js');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(gzipSync(body).length).toBeLessThan(10_000);
    for (const locale of locales) expect(text).toContain(JSON.stringify(i18nFor(locale).t('badge.label')));
  });
});

describeInBrowser('The widget on another site, with a strict policy', () => {
  let site: Server;
  let policy: string;
  let body: string;
  beforeAll(async () => {
    site = createServer((_, reply) => {
      reply.setHeader('Content-Security-Policy', policy);
      reply.setHeader('Content-Type', 'text/html; charset=utf-8');
      reply.end(`<!doctype html><html lang="en"><title>Another site</title><body>${body}</body></html>`);
    });
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => site.close());

  const embed = (attributes: string): string =>
    `<script src="${world.server.running.baseUrl}/widget.js" async></script><regrove-impact ${attributes}></regrove-impact>`;
  const strict = (connect = true): string =>
    `default-src 'none'; script-src ${world.server.running.baseUrl};` +
    (connect ? ` connect-src ${world.server.running.baseUrl};` : '') +
    " require-trusted-types-for 'script'; base-uri 'none'; form-action 'none'";

  const open = async (content: string, policyOfSite: string) => {
    [body, policy] = [content, policyOfSite];
    const browser = await openBrowser({ width: 360, height: 640 });
    const problems: string[] = [];
    browser.page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    browser.page.on('pageerror', (error) => problems.push(error.message));
    await browser.page.goto(`http://127.0.0.1:${String((site.address() as AddressInfo).port)}/`);
    const link = browser.page.locator('regrove-impact').first().locator('a');
    await link.waitFor();
    return { browser, link, problems };
  };

  it('shows the trees in its language, with a link to the page, and sets no cookie', async () => {
    const { browser, link, problems } = await open(embed(`slug="${slug}" locale="de"`), strict());
    expect(await link.getAttribute('href')).toBe(`${world.server.running.baseUrl}/impact/${slug}?locale=de`);
    expect(await link.locator('strong').innerText()).toBe('1.234 Bäume aufgeforstet');
    expect(await link.innerText()).toContain(i18nFor('de').t('badge.label'));
    // The style was applied, and it fits on a phone.
    const colour = `getComputedStyle(document.querySelector('regrove-impact').shadowRoot.querySelector('a')).backgroundColor`;
    expect(await browser.page.evaluate(colour)).toBe('rgb(20, 60, 45)');
    expect(await browser.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(problems).toEqual([]);
    expect(await browser.context.cookies()).toEqual([]);
    await browser.page.evaluate(`document.querySelector('regrove-impact').setAttribute('locale', 'ja')`);
    await expect.poll(() => link.innerText()).toContain(i18nFor('ja').t('badge.label'));
    await browser.close();
  });

  it('has the sentence of the badge in every language', async () => {
    const { browser } = await open(
      embed(`slug="${slug}" locale="en"`) +
        locales
          .map((locale) => `<regrove-impact slug="${slug}" locale="${locale}"></regrove-impact>`)
          .join(''),
      strict(),
    );
    const texts = browser.page.locator('regrove-impact strong');
    await expect.poll(() => texts.count()).toBe(locales.length + 1);
    expect((await texts.allInnerTexts()).slice(1)).toEqual(
      locales.map((locale) => i18nFor(locale).t('badge.trees', { trees: '1234' })),
    );
    await browser.close();
  });

  it.each([
    ['for a page that does not exist', 'never-was', true],
    ['where the policy allows no request', slug, false],
  ])('is a plain link %s', async (_, name, mayConnect) => {
    const { browser, link } = await open(embed(`slug="${name}" locale="fr"`), strict(mayConnect));
    expect(await link.innerText()).toBe(i18nFor('fr').t('badge.label'));
    expect(await link.getAttribute('href')).toContain(`/impact/${name}`);
    await browser.close();
  });
});
