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
/** With twelve million trees. */
const large = 'twelve-million';
beforeAll(async () => {
  world = await startWorld();
  const member = await world.newAccount();
  await member.api.post('/biomass/offsets', { pages: 8_333 * 1_234 });
  await member.api.patch('/settings', { public_page: { slug, enabled: true } });
  const other = await world.newAccount();
  await world.server.sql(
    `insert into account_volume (account_id, month, pages, trees) values ($1, '2026-10-01', 102881376043, 12345678.73)`,
    [other.id],
  );
  await other.api.patch('/settings', { public_page: { slug: large, enabled: true } });
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
    expect(await link.locator('strong').innerText()).toBe('1.234 Bäume finanziert');
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

  it('says what the badge says: where, what is planted, what is not claimed, and by which methodology', async () => {
    const { browser, link, problems } = await open(embed(`slug="${slug}" locale="en"`), strict());
    await link.locator('p').waitFor();
    const shown = await link.innerText();
    for (const part of [
      'Tanzania',
      'for 10,282,922 pages of paper',
      'Planted: 0 · Pending: 1,234',
      i18nFor('en').t('claims.note'),
      'Source: Emission factor: EPA Victoria',
      'Uncertainty: not stated',
    ])
      expect(shown).toContain(part);
    expect(problems).toEqual([]);
    await browser.close();
  });

  it('is a plain link where the policy allows no request', async () => {
    const { browser, link } = await open(embed(`slug="${slug}" locale="fr"`), strict(false));
    expect(await link.innerText()).toBe(i18nFor('fr').t('badge.label'));
    expect(await link.getAttribute('href')).toContain(`/impact/${slug}`);
    await browser.close();
  });

  it('shows nothing for a page that does not exist, also when its name changes', async () => {
    const { browser, link } = await open(embed(`slug="${slug}" locale="fr"`), strict());
    const rename = (name: string) =>
      browser.page.evaluate(`document.querySelector('regrove-impact').setAttribute('slug', '${name}')`);
    await rename('never-was');
    await expect.poll(() => link.count()).toBe(0);
    const size = `(({ width, height }) => [width, height])(document.querySelector('regrove-impact').getBoundingClientRect())`;
    expect(await browser.page.evaluate(size)).toEqual([0, 0]);
    await rename(slug);
    await link.waitFor();
    await browser.close();
  });

  it.each([120, 150, 220])('keeps numbers and words whole in %s pixels', async (width) => {
    const names = locales.map(
      (locale) => `<regrove-impact slug="${large}" locale="${locale}"></regrove-impact>`,
    );
    const { browser } = await open(
      `<div id="narrow">${embed(`slug="${large}" locale="de"`)}${names.join('')}</div>`,
      strict(),
    );
    const { page } = browser;
    await expect.poll(() => page.locator('regrove-impact b').count()).toBe(locales.length + 1);
    await page.evaluate(`document.getElementById('narrow').style.width = '${String(width)}px'`);
    // The number in one line, and nothing beyond the edge of the link.
    const broken = `[...document.querySelectorAll('regrove-impact')].filter(({ shadowRoot: root }) => {
      const [number, link] = [root.querySelector('b'), root.querySelector('a')];
      const range = document.createRange();
      range.selectNodeContents(number);
      const right = Math.max(...[...root.querySelectorAll('b, strong, small')].map((one) => one.getBoundingClientRect().right));
      return range.getClientRects().length !== 1 || right > link.getBoundingClientRect().right + 0.5 || link.offsetWidth > ${String(width)};
    }).map(({ innerText, shadowRoot }) => shadowRoot.querySelector('a').innerText)`;
    await expect.poll(() => page.evaluate(broken)).toEqual([]);
    await browser.close();
  });
});
