import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, expectNoOverflow, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('What the dashboard makes public', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  afterEach(() => dashboard.browser.close());

  const open = async (member: TestAccount, screen: string, options: Parameters<typeof openDashboard>[2]) => {
    dashboard = await openDashboard(world, member, options);
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}/${screen}`);
    await page.locator('main h1').waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  /** Public pages have no script that could overflow later. */
  const expectCleanPublicPage = async (): Promise<void> => {
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await expectNoOverflow(page);
    }
    expect(dashboard.pageErrors).toEqual([]);
  };

  it('a page is switched on at a desk, with the code for other sites', async () => {
    const { t } = i18nFor('en');
    const member = await world.newAccount('channel', world.distributor);
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Northwind Paper & Sons – شركة الغابة الخضراء للطباعة والنشر',
    ]);
    const { body: offset } = await member.api.post('/biomass/offsets', {
      pages: 123_456_789,
      project_id: world.projects.forest,
    });
    await open(member, 'settings', { width: 1280 });
    const slug = page.locator('#public-page').getByLabel(t('app.settings.pageSlug'));
    await slug.fill('Northwind!');
    await page.getByLabel(t('app.settings.pageSwitch')).check();
    const card = page.locator('#public-page');
    await card.getByRole('button', { name: t('app.save') }).click();
    await page.getByText(t('refusal.bad-slug')).waitFor();
    await slug.fill('northwind');
    await card.getByRole('button', { name: t('app.save') }).click();
    const { baseUrl } = world.server.running;
    await card
      .getByText(
        `<script src="${baseUrl}/widget.js" async></script><regrove-impact slug="northwind" locale="en"></regrove-impact>`,
      )
      .waitFor();
    await expect
      .poll(() => page.evaluate(`document.querySelector('img[src*="/impact/"]').naturalWidth`))
      .toBe(1200);
    await page.getByRole('switch').press(' ');
    await page.getByText(`<a href="${baseUrl}/impact/northwind"><img src=`).waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    await page.goto(`${baseUrl}/impact/northwind`);
    await page.getByText('14,815').first().waitFor();
    expect(await page.getByRole('link', { name: /^RG-/ }).getAttribute('href')).toBe(
      `${baseUrl}/certificates/${String(offset.certificate_id)}`,
    );
    await page.getByText(t('impact.table')).click();
    await expectCleanPublicPage();
  });

  it('a certificate is shared from a phone, with its picture', async () => {
    const { t } = i18nFor('ja');
    const member = await world.newAccount('customer', world.channel);
    await member.api.post('/biomass/offsets', { pages: 8_333, project_id: world.projects.forest });
    await open(member, 'certificates', phone);
    await page.getByRole('button', { name: /共有/ }).click();
    await page.getByRole('dialog').getByText(t('app.share.download')).waitFor();
    await expect
      .poll(() => page.evaluate(`document.querySelector('[role=dialog] img').naturalWidth`))
      .toBe(1200);
    await expectCleanPageOnBothScreens(dashboard);
  });

  it('a quote is sent as a link from a phone, and accepted by a customer', async () => {
    const { t } = i18nFor('ja');
    const member = await world.newAccount('customer', world.channel);
    const { body: quote } = await member.api.post('/quotes', {
      project_id: world.projects.forest,
      items: [{ quantity: 83_330 }],
      external_id: 'Q-2026-118',
    });
    await open(member, `quotes/${String(quote.id)}`, phone);
    const recipient = 'مطبعة الورق الأخضر';
    await page.getByLabel(t('app.quotes.recipient')).fill(recipient);
    const pdf = page.getByRole('link', { name: t('certificate.downloadPdf') });
    expect(await pdf.getAttribute('href')).toContain(new URLSearchParams({ recipient }).toString());
    await button(t('app.quotes.shareCreate')).click();
    const address = page.locator('code', { hasText: '/quotes/rq_' });
    await address.waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    const link = await address.innerText();
    await page.goto(`${link}?locale=ja`);
    for (const part of ['Q-2026-118', recipient]) await page.getByText(part).waitFor();
    await expectCleanPublicPage();
    await button(t('offer.accept')).click();
    await page.getByRole('heading', { name: t('offer.acceptedTitle') }).waitFor();
    await expectCleanPublicPage();
    await dashboard.goTo(`/accounts/${member.id}/quotes/${String(quote.id)}`);
    await page.getByText('リンクから承諾されました').waitFor();
    expect((await member.api.get(`/quotes/${String(quote.id)}`)).body.biomass_offset_id).toEqual(
      expect.any(String),
    );
  });
});
