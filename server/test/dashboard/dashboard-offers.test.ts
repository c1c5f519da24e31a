import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Json } from '../support/api-client.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPage } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { createPushFeed } from '../support/readings.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const { t } = i18nFor('en');

/** Every offered action is possible, and every statement is true. */
describeInBrowser('The dashboard', () => {
  let world: World;
  let member: TestAccount;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    member = await world.newAccount('customer', world.channel);
    dashboard = await openDashboard(world, member, { width: 360, height: 740 });
    ({ page } = dashboard);
  });
  afterEach(async () => {
    await world.server.sql(`update forestry_projects set status = 'active' where name = 'Forest'`);
    await world.server.sql(`update carbon_projects set status = 'active' where name = 'Stoves'`);
    await dashboard.browser.close();
  });

  const complete = (table: string, id: string) =>
    world.server.sql(`update ${table} set status = 'complete' where id = $1`, [id]);
  const open = async (screen: string): Promise<void> => {
    await dashboard.goTo(`/accounts/${member.id}/${screen}`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const created = async (path: string, body: object): Promise<Json> =>
    (await member.api.post(path, body)).body;

  it('does not offer to execute a quote for a complete project', async () => {
    const { forest, grove } = world.projects;
    const over = await created('/quotes', { project_id: forest, items: [{ quantity: 50_000 }] });
    const open_ = await created('/quotes', { project_id: grove, items: [{ quantity: 60_000 }] });
    await complete('forestry_projects', forest);
    await open(`quotes/${String(over.id)}`);
    await page.getByText(t('app.quotes.projectComplete')).waitFor();
    expect(await button(t('app.quotes.execute')).count()).toBe(0);
    expect(await button(t('app.delete')).count()).toBe(1);
    await expectCleanPage(dashboard);
    await open(`quotes/${String(open_.id)}`);
    await button(t('app.quotes.execute')).waitFor();
    await open('offsets');
    await button(t('app.offsets.create')).first().click();
    await page.getByText(t('app.offsets.byQuote'), { exact: true }).click();
    const choices = page.getByLabel(t('app.offsets.quote')).locator('option');
    await choices.nth(1).waitFor({ state: 'attached' });
    expect(await choices.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
      '',
      open_.id,
    ]);
  });

  it.each([
    ['trees', 'forestry_projects', () => world.projects.forest],
    ['carbon', 'carbon_projects', () => world.carbon.stoves],
  ] as const)('does not offer to place an order with a complete project of %s', async (_, table, id) => {
    const draft = await created('/orders', {
      items: [{ mass: 5_000_000 }],
      biomass_project_settings: [{ project_id: world.projects.forest }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }],
    });
    await open(`orders/${String(draft.id)}`);
    await button(t('app.orders.place')).waitFor();
    await complete(table, id());
    await page.reload();
    await page.getByText(t('app.orders.projectComplete')).waitFor();
    expect(await button(t('app.orders.place')).count()).toBe(0);
  });

  it('links from an order to its own offsets only', async () => {
    await created('/biomass/offsets', { pages: 4321 });
    const place = async (): Promise<Json> => {
      const settings = {
        biomass_project_settings: [
          { project_id: world.projects.forest },
          { project_id: world.projects.grove },
        ],
        carbon_project_settings: [{ project_id: world.carbon.stoves }],
      };
      const { id } = await created('/orders', { items: [{ mass: 5_000_000 }], ...settings });
      return (await member.api.patch(`/orders/${String(id)}/place`)).body;
    };
    const [order] = [await place(), await place()];
    for (const [link, count, all] of [
      [t('app.orders.offsets', { count: 2 }), 2, t('app.offsets.all')],
      [t('app.orders.carbonOffsets', { count: 1 }), 1, t('app.carbonOffsets.all')],
    ] as const) {
      await open(`orders/${String(order.id)}`);
      await page.getByRole('link', { name: link }).click();
      await page.getByText(t('app.offsets.ofOrder')).waitFor();
      await page.locator('tbody tr').first().waitFor();
      expect(await page.locator('tbody tr').count()).toBe(count);
      await expectCleanPage(dashboard);
      await page.getByRole('link', { name: all }).click();
      await page.locator('tbody tr').nth(count).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: t('app.carbonOffsets.order') }).click();
      await page.waitForURL(`**/orders/${String(order.id)}`);
    }
  });

  it('says that a feed without any readings is waiting', async () => {
    const feed = await createPushFeed(world, { owner: member });
    await open('feeds');
    await page.getByText(t('app.feeds.awaiting'), { exact: true }).waitFor();
    expect(await page.getByText(t('app.feeds.healthy'), { exact: true }).count()).toBe(0);
    await expectCleanPage(dashboard);
    await open(`feeds/${feed.id}`);
    await page.getByText(t('app.feeds.awaiting'), { exact: true }).waitFor();
    expect((await member.api.get(`/feeds/${feed.id}`)).body.health_check).toBe('healthy');
    await feed.push([{ device: 'A', total: 100 }]);
    await page.reload();
    await page.getByText(t('app.feeds.healthy'), { exact: true }).waitFor();
  });

  it('does not count complete favorites as active', async () => {
    const { forest, grove } = world.projects;
    for (const id of [forest, grove]) await member.api.post(`/projects/${id}`);
    await open('projects');
    await page.getByText(t('app.projects.favoritesText')).waitFor();
    await complete('forestry_projects', forest);
    await page.reload();
    await page.getByText(t('app.projects.favoritesActive')).waitFor();
    await expectCleanPage(dashboard);
    await member.api.delete(`/projects/${grove}`);
    await page.reload();
    await page.getByText(t('app.projects.favoritesCompleted')).waitFor();
  });

  it('says that zero is too little, and accepts a comma as the decimal separator', async () => {
    await open('offsets');
    await button(t('app.offsets.create')).first().click();
    await page.getByLabel(t('app.deposits.pages')).fill('0');
    await button(t('app.offsets.createAction')).click();
    await page.getByText(t('app.aboveZero')).waitFor();
    await page.getByLabel(t('app.deposits.pages')).fill('');
    await button(t('app.offsets.createAction')).click();
    await page.getByText(t('app.required')).waitFor();
    await page.getByText(t('app.trees'), { exact: true }).last().click();
    await page.getByLabel(t('app.offsets.trees')).pressSequentially('0,5');
    await page.locator('dd').getByText('4,167', { exact: true }).waitFor();
    await open('quotes/new');
    await page.getByLabel(t('app.items.quantity')).fill('0');
    await button(t('app.quotes.createAction')).click();
    await page.getByText(t('app.aboveZero')).waitFor();
  });

  it('says that an action cannot be undone only if that is true', async () => {
    const quote = await created('/quotes', {
      project_id: world.projects.grove,
      items: [{ quantity: 50_000 }],
    });
    await created('/biomass/offsets', { quote_id: quote.id });
    await open('offsets');
    await page.locator('tbody').getByRole('button').last().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('app.offsets.deleteFromQuote')).waitFor();
    expect(await dialog.innerText()).not.toMatch(/(cannot|can’t) be undone/);
    for (const key of ['app.deposits.deleteText', 'app.orders.placeText'] as const)
      expect(t(key, { date: '', pages: 1, bought: '', price: '' })).not.toMatch(/(cannot|can’t) be undone/);
  });

  it('takes its own export, and says that its deposits exist', async () => {
    await member.api.post('/deposits', { pages: 12_345_678, date: '2026-02-03' });
    const path = `/app/accounts/${member.id}/deposits/export?month=2026-02`;
    const answer = await page.request.get(world.server.running.baseUrl + path);
    const choose = (csv: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await open('deposits/import');
    await choose(await answer.text());
    await page.getByText(t('app.deposits.knownLines', { count: 1 })).waitFor();
    expect(await button(t('app.deposits.importAction', { count: 1 })).count()).toBe(0);
    await expectCleanPage(dashboard);
    await button(t('app.deposits.anotherFile')).click();
    await choose('pages\n1.000\n');
    await page.getByText('“1.000”').first().waitFor({ timeout: 30_000 });
  });
});
