import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withdrawOffset } from '../../src/features/billing/withdraw-offset.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { bill } from '../support/billing.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('Billing and first steps', () => {
  let world: World;
  let member: TestAccount;
  let dashboard: Dashboard;
  let page: Page;
  beforeAll(async () => {
    world = await startWorld({
      REGROVE_SELLER_NAME: 'Example Forestry Ltd',
      REGROVE_SELLER_ADDRESS: '1 Forest Road; 12345 Exampletown',
      REGROVE_PAYMENT_DETAILS: 'IBAN XX00 1234 5678 9012 3456 78',
      REGROVE_TAX_RATE: '8.1',
    });
    member = await world.newAccount('customer', world.channel);
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  it('first steps are shown on the overview, lead on, and can be hidden', async () => {
    dashboard = await openDashboard(world, member, { width: 1280 });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}`);
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 4 done').waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await steps.getByRole('link', { name: 'Import paper' }).click();
    await page.waitForURL(/deposits\/import$/);
    await member.api.post('/deposits', { pages: 10 });
    await dashboard.goTo(`/accounts/${member.id}`);
    await steps.getByText('1 of 4 done').waitFor();
    await steps.getByRole('button', { name: 'Hide first steps' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await steps.count()).toBe(0);
  });

  it('an account enters its billing address, and an operator marks its invoice as paid', async () => {
    dashboard = await openDashboard(world, member, { width: 1280, isOperator: true });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}/settings`);
    const card = page.getByRole('region', { name: 'Billing address' });
    await card.getByLabel('Name on invoices').fill('شركة الورق الأخضر');
    await card.getByLabel('Address', { exact: true }).fill('2 Paper Lane\n54321 Papertown');
    await card.getByLabel('Tax ID').fill('YY987654321');
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    for (const pages of [100_000, 200_000])
      await member.api.post('/biomass/offsets', { pages, date: '2026-10-10' });
    await bill(world.server, '2026-10');

    await dashboard.goTo('/operator/payments');
    await page.getByRole('button', { name: /^Mark INV-\d+ as paid$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Payment received on').waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await dialog.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText(/is marked as paid$/).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Paid', { exact: true }).waitFor();
  });

  it('an invoice with tax and a credit note is read and downloaded, on a phone', async () => {
    const { t } = i18nFor(phone.locale);
    const { instance } = world.server.running;
    const [offset] = (await member.api.get('/biomass/offsets')).body;
    const reason = 'Counted twice';
    await withdrawOffset(instance.context, member.account.id, offset.id, { reason, returnsPages: false });
    dashboard = await openDashboard(world, member, phone);
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}/invoices`);
    await page.locator('tbody').getByText(t('app.invoices.paid')).filter({ visible: true }).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page.locator('tbody').getByRole('link').click();
    const paper = page.getByRole('article');
    for (const said of ['Example Forestry Ltd', '54321 Papertown', 'شركة الورق الأخضر', t('app.invoices.net')])
      await paper.getByText(said).waitFor();
    await page
      .getByRole('region', { name: t('app.invoices.creditNotes') })
      .getByText(reason)
      .waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    for (const link of [
      page.getByRole('link', { name: t('certificate.downloadPdf') }),
      page.getByRole('link', { name: t('app.invoices.creditNotePdf', { number: 'CRN-000001' }) }),
    ]) {
      const download = page.waitForEvent('download');
      await link.click();
      const file = await (await download).path();
      expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('sales and months show tax, credit notes and their sums; a payment is refunded, or undone', async () => {
    dashboard = await openDashboard(world, world.channel, { width: 1280, isOperator: true });
    ({ page } = dashboard);
    for (const path of [`/accounts/${world.channel.id}/sales`, '/operator/sales']) {
      await dashboard.goTo(`${path}?month=2026-10`);
      const sum = page.getByRole('row', { name: /^Total for the month/ });
      for (const amount of ['$90.00', '$7.29', '$97.29', '-$64.86'])
        await sum.getByRole('cell', { name: amount }).first().waitFor();
      await page.getByRole('button', { name: 'Export' }).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    await dashboard.goTo('/operator/months');
    await page.getByText('-$64.86').first().waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    await page.setViewportSize({ width: 1280, height: 900 });
    await dashboard.goTo('/operator/payments');
    await page.getByText('To refund').waitFor();
    await page.getByRole('button', { name: /^Undo payment of INV-\d+$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The invoice will be open again.').waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await dialog.getByRole('button', { name: 'Undo payment' }).click();
    await page.getByText(/is no longer marked as paid$/).waitFor();
    await page.getByText('To pay').waitFor();

    await dashboard.goTo('/operator/credit-notes');
    await page.getByText('Counted twice').waitFor();
    await page.getByText('-$4.86').waitFor();
    await page.getByRole('button', { name: 'Export' }).waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    await dashboard.goTo(`/accounts/${member.id}/credit-notes`);
    await page.getByRole('link', { name: /^PDF of credit note/ }).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
  });
});
