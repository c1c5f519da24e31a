import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Locale } from '../../src/messages/locales.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser, openBrowser, type Browser } from '../support/browser.js';
import { startSandbox, type MarkedSandbox } from '../support/marked-sandbox.js';
import { issueCertificate } from '../support/public-pages.js';
import { startWorld, type World } from '../support/world.js';

describeInBrowser('The pages of a sandbox in Chromium', () => {
  let world: World;
  let sandbox: MarkedSandbox;
  let browser: Browser;
  const pages = new Map<string, string>();
  beforeAll(async () => {
    world = await startWorld();
    sandbox = await startSandbox(world);
    const { api, account, root } = sandbox;
    const { schema } = (await sandbox.context()).db;
    const name = 'Wm'.repeat(60);
    await world.server.sql(`update ${String(schema)}.accounts set display_name = $1`, [name]);
    const { forest } = world.projects;
    const certificate = await issueCertificate({ ...world.distributor, api }, 123_456_789, forest);
    await api.patch('/settings', { public_page: { slug: 'evergreen', enabled: true } });
    const { body: quote } = await api.post('/quotes', { project_id: forest, items: [{ quantity: 8_333 }] });
    const path = `${root}/app/accounts/${account.id}/quotes/${String(quote.id)}/link`;
    pages.set('certificate', certificate.url);
    pages.set('impact', `${world.server.running.baseUrl}${root}/impact/evergreen`);
    pages.set('quote', (await sandbox.user.app('POST', path)).body.url);
    pages.set('notice', `${world.server.running.baseUrl}${root}/certificates/x`);
  });
  afterAll(() => world.stop());
  afterEach(() => browser.close());

  const open = async (url: string, options: Parameters<typeof openBrowser>[0] = {}): Promise<Page> => {
    browser = await openBrowser(options);
    await browser.page.goto(url);
    return browser.page;
  };

  const kinds = ['certificate', 'impact', 'quote', 'notice'];
  const looks: readonly (readonly [Locale, Parameters<typeof openBrowser>[0]])[] = [
    ['en', {}],
    ['id', { colorScheme: 'dark', width: 375, height: 812 }],
    ['ja', { width: 375, height: 812 }],
  ];

  it.each(kinds)('say so above everything else on the %s, wherever one scrolls', async (kind) => {
    for (const [locale, options] of looks) {
      const page = await open(`${String(pages.get(kind))}?locale=${locale}`, options);
      const band = page.locator('.sandbox');
      const { t } = i18nFor(locale);
      expect(await band.innerText()).toBe(`${t('sandbox.word')} ${t('sandbox.trees')}`);
      for (const position of [0, 100_000]) {
        await page.evaluate(`scrollTo(0, ${position})`);
        const box = await band.boundingBox();
        expect(box).toMatchObject({ x: 0, y: 0, width: page.viewportSize()?.width });
        expect(await page.evaluate(`document.elementFromPoint(20, 5).className`)).toBe('sandbox');
      }
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(await accessibilityViolations(page)).toEqual([]);
      await browser.close();
    }
  });

  it('print on one page, with the mark', async () => {
    const page = await open(String(pages.get('certificate')));
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.sandbox').boundingBox()).toMatchObject({ x: 0, y: 0 });
  });

  it('say so in the element on other sites', async () => {
    const { baseUrl } = world.server.running;
    const page = await open(String(pages.get('notice')));
    await page.route(`${baseUrl}/elsewhere`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script src="${baseUrl}${sandbox.root}/widget.js"></script><regrove-impact slug="evergreen" locale="de"></regrove-impact>`,
      }),
    );
    await page.goto(`${baseUrl}/elsewhere`);
    const mark = page.locator('regrove-impact em');
    await mark.waitFor();
    expect(await mark.innerText()).toBe('SANDBOX – Nur ein Test: Dafür werden keine Bäume gepflanzt');
    expect(await page.locator('regrove-impact a').getAttribute('href')).toContain(sandbox.root);
  });
});
