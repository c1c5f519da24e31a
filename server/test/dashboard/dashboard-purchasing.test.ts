import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fulfilCarbon } from '../../src/features/carbon/fulfil-offsets.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { newId } from '../../src/platform/ids.js';
import { upsertCarbonProject } from '../../src/features/projects/carbon-project-store.js';
import { describeInBrowser } from '../support/browser.js';
import { importLines, verraLine } from '../support/credits.js';
import { expectCleanPageOnBothScreens, hostile, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('In the dashboard', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  let carbon: string;
  const carbonName = `Stove ${hostile}`;

  beforeAll(async () => {
    world = await startWorld();
    const { db, clock } = world.server.running.instance.context;
    carbon = newId();
    await db.transaction((tx) =>
      upsertCarbonProject(tx, {
        id: carbon,
        name: carbonName,
        type: `Type ${hostile}`,
        registryName: `Registry ${hostile}`,
        pricePerTonne: '10',
        status: 'active',
        createdAt: clock(),
      }),
    );
  });
  afterAll(() => world.stop());
  afterEach(() => dashboard.browser.close());

  const open = async (member: TestAccount, screen: string): Promise<void> => {
    dashboard = await openDashboard(world, member, phone);
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}/${screen}`);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const figures = () => page.locator('dd');
  const methodologyNote = () => page.getByText('EPA Victoria, publication 1374.1');

  describe('quotes', () => {
    const { t, number } = i18nFor(phone.locale);

    it('are calculated while typing, created, executed or deleted', async () => {
      const member = await world.newAccount();
      await open(member, 'quotes');
      await page.getByRole('heading', { name: t('app.quotes.emptyTitle') }).waitFor();
      await page
        .getByRole('link', { name: t('app.quotes.create') })
        .first()
        .click();
      await button(t('app.quotes.createAction')).click();
      await page.getByText(t('app.required')).first().waitFor();
      expect(await page.evaluate('document.activeElement.dataset.path')).toBe('items.0.quantity');

      await field(t('app.items.quantity')).fill('8333');
      await field(t('app.paper.size')).selectOption('Letter');
      await field(t('app.paper.weight')).fill('75');
      await figures().getByText('$2.50').waitFor();
      await button(t('app.items.add')).click();
      await page.getByText(t('app.items.byMass'), { exact: true }).nth(1).click();
      await field(t('app.items.mass')).fill('45.241845');
      await figures().getByText('$5.50').waitFor();
      await methodologyNote().waitFor();
      await field(t('app.project')).selectOption(world.projects.grove);
      await field(t('app.accounts.externalId')).fill(hostile);
      await expectCleanPageOnBothScreens(dashboard);
      await button(t('app.quotes.createAction')).click();
      await page.getByText(hostile).waitFor();
      await figures().getByText('$5.50').waitFor();
      await methodologyNote().waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      const { body: quotes } = await member.api.get('/quotes');
      expect(quotes).toMatchObject([
        { external_id: hostile, standard_pages: 18_333, price: 5.5, project_id: world.projects.grove },
      ]);
      const { body: quote } = await member.api.get(`/quotes/${String(quotes[0].id)}`);
      expect(quote.items).toMatchObject([
        { quantity: 8333, width: 0.2159, length: 0.2794, gsm: 75 },
        { quantity: null, mass: 45_241.845 },
      ]);

      await button(t('app.quotes.execute')).click();
      await page.getByRole('dialog').getByText('$5.50').waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await confirm(t('app.quotes.execute')).click();
      await page.getByRole('link', { name: t('app.offsets.certificate') }).waitFor();
      expect(await button(t('app.delete')).count()).toBe(0);
      const { body: offsets } = await member.api.get('/biomass/offsets');
      expect(offsets).toMatchObject([{ quote_id: quote.id, pages: 18_333 }]);

      await member.api.post('/quotes', { project_id: world.projects.forest, items: [{ quantity: 50_000 }] });
      await dashboard.goTo(`/accounts/${member.id}/quotes`);
      await page.locator('tbody tr').nth(1).waitFor();
      await page.getByText(number(6)).first().waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await page.locator('tbody a').first().click();
      await button(t('app.delete')).click();
      await confirm(t('app.delete')).click();
      await page.getByText(t('app.quotes.deleted')).waitFor();
      await page.waitForURL('**/quotes');
      expect((await member.api.get('/quotes')).body).toHaveLength(1);
    });
  });

  describe('orders', () => {
    const { t } = i18nFor(phone.locale);
    const share = (project: string) => field(t('app.orders.share', { project }));

    it('are split among projects, placed after the price is confirmed, and deleted as drafts', async () => {
      const member = await world.newAccount();
      await open(member, 'orders');
      await page.getByRole('heading', { name: t('app.orders.emptyTitle') }).waitFor();
      await page
        .getByRole('link', { name: t('app.orders.create') })
        .first()
        .click();
      await page.getByText(t('app.orders.noCarbon')).waitFor();
      await field(t('app.items.quantity')).fill('1000');
      await field(t('app.paper.size')).selectOption('own');
      await field(t('app.paper.width')).fill('1000');
      await field(t('app.paper.length')).fill('1000');
      await field(t('app.paper.weight')).fill('100');
      // A hundred kilograms are 22,103 standard pages.
      await figures().getByText('$6.63').first().waitFor();

      for (const index of [0, 1])
        await page.getByText(t('app.orders.chosen'), { exact: true }).nth(index).click();
      await page.getByRole('alert').getByText(t('app.orders.chooseOne')).first().waitFor();
      await field('Forest').check();
      await field('Grove').check();
      await page.getByRole('checkbox', { name: carbonName }).check();
      await figures().getByText('$7.93').waitFor();
      await share('Forest').fill('60');
      await page.getByRole('alert').getByText(t('app.orders.allOrNone')).waitFor();
      await share('Grove').fill('30');
      await page
        .getByRole('alert')
        .getByText(t('app.orders.sum', { sum: '90' }))
        .waitFor();
      await share('Grove').fill('40');
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await field(t('app.accounts.externalId')).fill(hostile);
      await figures().getByText('$7.93').waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await button(t('app.orders.createAction')).click();
      await button(t('app.orders.place')).waitFor();
      await page.getByText(carbonName).waitFor();
      await methodologyNote().waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      const { body: orders } = await member.api.get('/orders');
      expect(orders).toMatchObject([
        { status: 'draft', external_id: hostile, price: 7.93, carbon_project_ids: [carbon] },
      ]);

      await button(t('app.orders.place')).click();
      await page.getByRole('dialog').getByText('$7.93').waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await confirm(t('app.orders.place')).click();
      await page.getByRole('heading', { name: t('app.orders.outcome') }).waitFor();
      const { body: order } = await member.api.get(`/orders/${String(orders[0].id)}`);
      expect([order.status, order.biomass_offset_ids.length]).toEqual(['placed', 2]);
      const { body: offsets } = await member.api.get('/biomass/offsets');
      expect(offsets.map(({ pages }: { pages: number }) => pages).toSorted()).toEqual([13_262, 8841]);

      await member.api.post('/orders', { items: [{ quantity: 1000 }] });
      await dashboard.goTo(`/accounts/${member.id}/orders`);
      await page.locator('tbody tr').nth(1).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await page.locator('tbody a').first().click();
      await button(t('app.delete')).click();
      await confirm(t('app.delete')).click();
      await page.getByText(t('app.orders.deleted')).waitFor();
      expect((await member.api.get('/orders')).body).toHaveLength(1);
    });

    it('show an error next to its field', async () => {
      const member = await world.newAccount();
      await member.api.post('/orders', { external_id: 'A-1', items: [{ quantity: 1000 }] });
      await open(member, 'orders/new');
      await field(t('app.items.quantity')).fill('1000');
      await field(t('app.accounts.externalId')).fill('A-1');
      await button(t('app.orders.createAction')).click();
      await page.getByText(t('refusal.reference-taken')).waitFor();
    });
  });

  describe('carbon offsets', () => {
    const { t } = i18nFor(phone.locale);

    it('wait for credits, and then show their serial numbers', async () => {
      const member = await world.newAccount();
      await open(member, 'carbon-offsets');
      await page.getByRole('heading', { name: t('app.carbonOffsets.emptyTitle') }).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      const { body: draft } = await member.api.post('/orders', {
        biomass_project_settings: [],
        carbon_project_settings: [{ project_id: carbon }],
        items: [{ mass: 2_000_000 }],
      });
      await member.api.patch(`/orders/${String(draft.id)}/place`);
      await page.reload();
      await page.getByText(t('app.carbonOffsets.waiting')).locator('visible=true').waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await page.locator('tbody a').click();
      await page.getByText(t('app.carbonOffsets.noSerials')).waitFor();

      await importLines(world.server, verraLine(carbon, 1, 100, 2016, 5000));
      await fulfilCarbon(world.server.running.instance.context);
      await page.reload();
      await page.getByText(t('app.carbonOffsets.fulfilled')).waitFor();
      const { body: offsets } = await member.api.get('/carbon/offsets');
      expect(offsets[0]).toMatchObject({ status: 'fulfilled', mtco2e: 2.6 });
      // Waits for the serial numbers, which have a request of their own.
      const shown = await page.locator('main li').first().innerText();
      for (const said of [offsets[0].serial_numbers[0], t('app.carbonOffsets.allocated')])
        expect(shown).toContain(said);
      const certificate = page.getByRole('link', { name: t('app.offsets.certificate') });
      expect(await certificate.getAttribute('href')).toContain(
        `/carbon-certificates/${offsets[0].id}?locale=`,
      );
      await page.getByText(`Registry ${hostile}`).waitFor();
      await methodologyNote().waitFor();
      await page.getByText(t('carbonCertificate.limits')).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await page.getByRole('link', { name: t('app.carbonOffsets.order') }).click();
      await page.waitForURL(`**/orders/${String(draft.id)}`);
    });
  });
});
