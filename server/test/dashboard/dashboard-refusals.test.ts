import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPage } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('An error from the server', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  const open = async (member: TestAccount, screen: string, locale: 'de' | 'ja'): Promise<void> => {
    dashboard = await openDashboard(world, member, { locale, width: 1280 });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}/${screen}`);
  };

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

  /** The message is the description of the field, and the field has the focus. */
  const expectBeside = async (input: Locator, words: string): Promise<void> => {
    await page.getByText(words, { exact: true }).waitFor();
    const described = (await input.getAttribute('aria-describedby')) ?? '';
    const texts = await Promise.all(
      described
        .split(/\s+/)
        .filter(Boolean)
        .map((id) => page.locator(`[id="${id}"]`).textContent()),
    );
    expect(texts).toContain(words);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await input.and(page.locator(':focus')).count()).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectCleanPage(dashboard);
  };

  it.each(['de', 'ja'] as const)('is shown next to its field, in %s', async (locale) => {
    const { t } = i18nFor(locale);
    const channel = world.channel;
    await channel.api.post('/accounts', { name: `Hafen ${locale}`, external_id: `H-${locale}` });
    await open(channel, 'accounts', locale);
    await button(t('app.accounts.create')).first().click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel(t('app.accounts.name'), { exact: true });
    const reference = dialog.getByLabel(t('app.accounts.externalId'));
    await name.fill(`Hafen ${locale}`);
    await button(t('app.accounts.createAction')).click();
    await expectBeside(name, t('refusal.name-taken'));
    await name.fill(`Werft ${locale}`);
    expect(await page.getByText(t('refusal.name-taken')).count()).toBe(0);
    await reference.fill(`H-${locale}`);
    await button(t('app.accounts.createAction')).click();
    await expectBeside(reference, t('refusal.reference-taken'));
  });

  it('uses the units of the form, and names the line', async () => {
    const { t, number } = i18nFor('de');
    await open(await world.newAccount(), 'quotes/new', 'de');
    await page.getByLabel(t('app.items.quantity')).fill('5');
    await button(t('app.items.add')).click();
    const second = page.getByRole('group', { name: t('app.items.item', { number: '2' }) });
    await second.getByLabel(t('app.items.quantity')).fill('5');
    await second.getByLabel(t('app.paper.size')).selectOption({ label: t('app.paper.customSize') });
    await second.getByLabel(t('app.paper.width')).fill('2000000');
    await second.getByLabel(t('app.paper.length')).fill('10');
    await page.getByLabel(t('app.project'), { exact: true }).selectOption({ index: 1 });
    await button(t('app.quotes.createAction')).click();
    const words = t('refusal.too-large', { max: number(1_000_000) });
    await page.getByText(words, { exact: true }).waitFor();
    const width = second.getByLabel(t('app.paper.width'));
    expect(await width.getAttribute('aria-invalid')).toBe('true');
    expect(await width.and(page.locator(':focus')).count()).toBe(1);
  });

  it('about a file shows what is wrong with each line', async () => {
    const { t } = i18nFor('ja');
    await open(await world.newAccount(), 'deposits/import', 'ja');
    await page.locator('input[type=file]').setInputFiles({
      name: 'paper.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('pages,date\nx,\n5,2026-99-01\n'),
    });
    for (const [field, value, what] of [
      ['sheets', 'x', t('refusal.not-a-number')],
      ['date', '2026-99-01', t('refusal.not-a-date')],
    ] as const)
      await page.getByText(t('app.refusal.fieldValue', { field, value, what }), { exact: true }).waitFor();
    expect(await page.locator('td[lang=en]').count()).toBe(0);
  });

  it('stays in English, marked as such, if it has no translation', async () => {
    const { t } = i18nFor('de');
    await open(world.channel, 'accounts', 'de');
    await page.route('**/v1/accounts/*/accounts', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: { code: 400, error: 'The moon is full', reason: { code: 'full-moon', field: 'name' } },
          })
        : route.continue(),
    );
    await button(t('app.accounts.create')).first().click();
    await page.getByRole('dialog').getByLabel(t('app.accounts.name'), { exact: true }).fill('Mond');
    await button(t('app.accounts.createAction')).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The moon is full').waitFor();
    expect(await alert.getAttribute('lang')).toBe('en');
  });
});
