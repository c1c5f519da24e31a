import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, hostile, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard, type DashboardOptions } from '../support/dashboard.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('In Chromium', () => {
  let world: World;
  let member: TestAccount;
  let order: string;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-11-15T12:00:00Z');
    member = await world.newAccount('customer', world.channel);
    for (const [pages, day] of [
      [500, '02'],
      [12_345_678, '03'],
      [20, '04'],
    ] as const)
      await member.api.post('/biomass/offsets', { pages, date: `2026-10-${day}T00:00:00Z` });
    const { body } = await member.api.post('/orders', {
      items: [{ mass: 500_000 }],
      external_id: hostile,
      biomass_project_settings: [{ project_id: world.projects.forest }],
    });
    order = String(body.id);
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  const open = async (who: TestAccount, path: string, options: DashboardOptions = {}): Promise<void> => {
    dashboard = await openDashboard(world, who, options);
    ({ page } = dashboard);
    await page.clock.setSystemTime('2026-11-15T12:00:00Z');
    await dashboard.goTo(`/accounts/${member.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  describe('a list in the dashboard', () => {
    it('is sorted, limited to days and exported like that, and its address shows the same again', async () => {
      const { t } = i18nFor('en');
      await open(member, 'offsets');
      const cells = (): Promise<string[]> => page.locator('tbody tr td:nth-child(3)').allInnerTexts();
      const show = (expected: string[]) =>
        until(`the pages ${expected.join()}`, cells, (seen) => seen.join() === expected.join());
      await show(['20', '12,345,678', '500']);
      await page.getByRole('button', { name: t('app.pages') }).click();
      await show(['12,345,678', '500', '20']);
      expect(await page.getByRole('columnheader', { name: t('app.pages') }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      await page.getByLabel(t('app.list.until'), { exact: true }).fill('2026-10-03');
      await show(['12,345,678', '500']);
      await expectCleanPageOnBothScreens(dashboard);

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.reload();
      await show(['12,345,678', '500']);
      await page.getByRole('button', { name: t('app.list.export') }).click();
      const item = page.getByRole('menuitem', { name: t('app.list.csv') });
      const [download] = await Promise.all([page.waitForEvent('download'), item.click()]);
      expect(download.suggestedFilename()).toBe('offsets-2026-11-15.csv');

      await page.getByLabel(t('app.list.from')).fill('2026-10-03');
      await page.getByLabel(t('app.list.until'), { exact: true }).fill('2026-10-03');
      await show(['12,345,678']);
      await page.getByLabel(t('app.project')).selectOption(world.projects.complete);
      await page.getByText(t('app.list.noneTitle')).waitFor();
      await page
        .getByRole('main')
        .getByRole('button', { name: t('app.list.clear') })
        .last()
        .click();
      await show(['12,345,678', '500', '20']);
    });
  });

  describe('the search', () => {
    it('is opened and operated by keyboard, and shows texts as they are', async () => {
      await open(world.channel, 'offsets');
      const { t } = i18nFor('en');
      await page.keyboard.press('Control+K');
      const field = page.getByRole('combobox', { name: t('app.search.hint') });
      await field.fill('onerror');
      await page.getByRole('option', { name: hostile }).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await field.fill(member.account.name);
      const hit = page.getByRole('option', { name: member.account.name });
      await hit.waitFor();
      expect(await hit.getAttribute('aria-selected')).toBe('true');
      await field.fill('nobody at all');
      await page.getByText(t('app.search.none', { text: 'nobody at all' })).waitFor();
      await field.fill(order);
      await page.getByRole('listbox').getByRole('option').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/accounts/${member.id}/orders/${order}`);
    });

    it('is opened on a phone by its button', async () => {
      await open(member, 'orders', phone);
      const { t } = i18nFor(phone.locale);
      await page.getByRole('button', { name: t('app.search.open') }).click();
      await page.getByRole('combobox', { name: t('app.search.hint') }).fill(order);
      await page.getByRole('listbox').getByRole('option').click();
      await page.waitForURL(`**/orders/${order}`);
    });
  });
});
