import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { describeInBrowser } from '../support/browser.js';
import {
  expectCleanPage,
  expectCleanPageOnBothScreens,
  hostile,
  phone,
} from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard, type DashboardOptions } from '../support/dashboard.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('In Chromium, a list of an account with others below it', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-11-15T12:00:00Z');
    const { channel, customer } = world;
    await channel.api.patch(`/accounts/${customer.id}`, { display_name: hostile });
    const fill = async ({ api }: TestAccount, pages: number): Promise<void> => {
      await api.post('/deposits', { pages, date: '2026-11-10T00:00:00Z' });
      await api.post('/quotes', {
        items: [{ mass: pages * 1000 }],
        external_id: `Q-${pages}`,
        project_id: world.projects.forest,
      });
      const { body } = await api.post('/orders', {
        items: [{ mass: pages * 1000 }],
        external_id: `PO-${pages}`,
        biomass_project_settings: [{ project_id: world.projects.forest }],
      });
      await api.patch(`/orders/${String(body.id)}/place`);
    };
    await fill(channel, 111);
    await fill(customer, 222);
    await customer.api.post('/biomass/offsets', { pages: 5, date: '2026-10-10T00:00:00Z' });
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  const open = async (path: string, options: DashboardOptions = {}, who = world.channel): Promise<void> => {
    dashboard = await openDashboard(world, who, options);
    ({ page } = dashboard);
    await page.clock.setSystemTime('2026-11-15T12:00:00Z');
    await dashboard.goTo(`/accounts/${who.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('shows its own rows, those below, or both, with links to the accounts, and exports them', async () => {
    const { t } = i18nFor('en');
    await open('orders');
    const names = (): Promise<string[]> => page.getByRole('rowheader').getByRole('link').allInnerTexts();
    const show = (expected: string[]) =>
      until(`the orders ${expected.join()}`, names, (seen) => seen.join() === expected.join());
    await show(['PO-111']);
    const level = page.getByLabel(t('app.accounts.title'), { exact: true });
    expect(await level.inputValue()).toBe('');
    await level.selectOption({ label: t('app.overview.below') });
    await show(['PO-222']);
    await level.selectOption({ label: t('app.overview.together') });
    await show(['PO-222', 'PO-111']);
    for (const heading of ['app.list.reference', 'app.list.account'] as const)
      await page.getByRole('columnheader', { name: t(heading) }).waitFor();
    await page.getByRole('button', { name: t('app.trees') }).click();
    await show(['PO-222', 'PO-111']);
    await expectCleanPageOnBothScreens(dashboard);

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    await show(['PO-222', 'PO-111']);
    await page.getByRole('button', { name: t('app.list.export') }).click();
    const item = page.getByRole('menuitem', { name: t('app.list.csv') });
    expect(await item.getAttribute('href')).toContain('level=together');
    await page.keyboard.press('Escape');

    await page.getByRole('cell', { name: hostile }).getByRole('link').click();
    await page.waitForURL(`**/accounts/${world.customer.id}/orders`);
    await show(['PO-222']);
    // An account without others below it has no levels.
    expect(await page.getByLabel(t('app.accounts.title'), { exact: true }).count()).toBe(0);
    await page.goBack();
    await page.getByRole('link', { name: 'PO-222' }).click();
    await page.getByRole('heading', { level: 1, name: 'PO-222' }).waitFor();
  });

  it('names where offsets and certificates come from, and changes only what is its own', async () => {
    const { t } = i18nFor('en');
    await open('offsets?level=together');
    const order = page.getByRole('link', { name: t('app.offsets.fromNamedOrder', { reference: 'PO-222' }) });
    await order.waitFor();
    expect(await page.getByRole('button', { name: /^Delete the contribution/ }).count()).toBe(1);
    await expectCleanPageOnBothScreens(dashboard);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dashboard.goTo(`/accounts/${world.channel.id}/certificates?level=together`);
    await order.waitFor();
    expect(await page.getByRole('article').count()).toBe(3);
    await page.getByLabel(t('app.list.until'), { exact: true }).fill('2026-10-31');
    await until(
      'the certificate of October',
      () => page.getByRole('article').count(),
      (count) => count === 1,
    );
    await expectCleanPageOnBothScreens(dashboard);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dashboard.goTo(`/accounts/${world.channel.id}/certificates?level=together`);
    await order.click();
    await page.waitForURL(`**/accounts/${world.customer.id}/orders/*`);
  });

  it('adds up deposits on every level and range, and has one menu of exports', async () => {
    const { t, number } = i18nFor('en');
    await open('deposits');
    const total = (): Promise<string> => page.locator('tfoot td').nth(1).innerText();
    const adds = (pages: string) => until(`a total of ${pages}`, total, (text) => text === number(pages));
    await adds('111');
    expect(await page.getByRole('button', { name: t('app.list.export') }).count()).toBe(1);
    await page.getByRole('button', { name: t('app.list.export') }).click();
    await page.getByRole('menuitem', { name: t('app.deposits.csvToImport') }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel(t('app.accounts.title'), { exact: true }).selectOption('together');
    await adds('333');
    await page.getByLabel(t('app.list.from')).fill('2026-10-01');
    await adds('333');
    await page.getByLabel(t('app.list.from')).fill('2026-11-11');
    await page.getByText(t('app.list.noneTitle')).waitFor();
  });

  it('has its levels behind a button on a phone, and begins on its first screen', async () => {
    const { t } = i18nFor(phone.locale);
    await open('quotes', phone);
    const level = page.getByLabel(t('app.accounts.title'), { exact: true });
    await page.getByRole('link', { name: 'Q-111' }).waitFor();
    expect(await level.isVisible()).toBe(false);
    const button = page.getByRole('button', { name: t('app.list.filters') });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    await level.selectOption({ label: t('app.overview.below') });
    await page.getByRole('link', { name: 'Q-222' }).waitFor();
    await page.getByRole('link', { name: hostile }).waitFor();
    await page.getByRole('button', { name: `${t('app.list.filters')} (1)` }).waitFor();
    await expectCleanPage(dashboard);
    await page.getByRole('link', { name: 'Q-222' }).click();
    await page.getByRole('cell', { name: t('app.items.byWeight') }).waitFor();
  });
});
