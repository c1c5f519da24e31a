import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startJobs } from '../../src/jobs/start-jobs.js';
import type { MessageKey } from '../../src/messages/catalogues.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { apiClient, type Json } from '../support/api-client.js';
import { describeInBrowser } from '../support/browser.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { expectCleanPageOnBothScreens, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { examplePicture } from '../support/example-picture.js';
import { signInOperator, type SignedInOperator } from '../support/operator.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

const script = '<img src=x onerror=alert(1)>';

describeInBrowser('The operator’s area', () => {
  let world: World;
  let operator: SignedInOperator;
  let dashboard: Dashboard;
  let page: Page;
  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-10-25T10:00:00Z');
    operator = await signInOperator(world);
  });
  afterAll(() => world.stop());
  afterEach(() => dashboard.browser.close());
  it('is neither shown to nor loaded by other users', async () => {
    dashboard = await openDashboard(world, world.distributor, { width: 1280 });
    ({ page } = dashboard);
    const fetched: string[] = [];
    page.on('request', (sent) => fetched.push(new URL(sent.url()).pathname));
    await dashboard.goTo('/operator/accounts');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('navigation').getByText('Operation').count()).toBe(0);
    expect(fetched.filter((path) => /operator-|accounts-view/.test(path))).toEqual([]);
    expect(fetched.filter((path) => path.startsWith('/app/operator'))).toEqual([]);
  });

  describe('for operators', () => {
    const { locale } = phone;
    const { t, number } = i18nFor(locale);
    const named = (key: MessageKey, values?: Record<string, string | number>) => ({
      name: t(key, values),
      exact: true,
    });
    const button = (key: MessageKey, within: Page | Locator = page): Locator =>
      within.getByRole('button', named(key)).first();
    const confirm = async (key: MessageKey): Promise<void> => {
      await button(key, page.getByRole('dialog')).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    const field = (key: MessageKey): Locator => page.getByRole('dialog').getByLabel(t(key), { exact: true });
    const choose = async (thing: string, key: MessageKey): Promise<void> => {
      await page.getByRole('button', named('app.accounts.actions', { account: thing })).click();
      await page.getByRole('menuitem', named(key)).click();
    };
    const one = async (path: string, name: string): Promise<Json> =>
      (await operator.sendOk('GET', path)).find((thing: Json) => thing.name === name);
    const open = async (screen: string, title: MessageKey): Promise<void> => {
      await dashboard.goTo(`/operator/${screen}`);
      await page.getByRole('heading', { level: 1, ...named(title) }).waitFor();
    };
    const expectCleanPage = async (): Promise<void> => {
      await expectCleanPageOnBothScreens(dashboard);
      expect(await page.locator('img[src="x"]').count()).toBe(0);
    };
    beforeEach(async () => {
      dashboard = await openDashboard(world, world.stranger, { ...phone, isOperator: true });
      ({ page } = dashboard);
    });
    afterEach(() => {
      expect(dashboard.pageErrors).toEqual([]);
    });

    it('creates root accounts, shows their key once, and sets their price', async () => {
      const name = `Root ${locale} ${script}`;
      await open('accounts', 'app.operator.accounts.title');
      await button('app.operator.accounts.add').click();
      await field('app.accounts.name').fill(name);
      await field('app.operator.accounts.role').selectOption('channel');
      await field('app.operator.accounts.firstUser').fill(`first-${locale}@example.com`);
      await expectCleanPage();
      await button('app.accounts.createAction').click();
      const shown = page.getByRole('dialog').locator('code');
      const api = apiClient(world.server, await shown.innerText());
      expect((await api.get('/account')).body).toMatchObject({ name, role: 'channel', parent_id: null });
      expect((await api.get('/users')).body).toMatchObject([
        { email: `first-${locale}@example.com`, locale },
      ]);
      await confirm('app.operator.accounts.keyStored');
      await page.getByRole('searchbox').fill(`root ${locale}`);
      await page.getByRole('listitem').filter({ hasText: name }).waitFor();
      await choose(name, 'app.operator.accounts.changeRate');
      await field('app.operator.pricePerPage').fill('0.00045');
      await confirm('app.save');
      await page.getByText('0.00045').waitFor();
      expect(await one('accounts', name)).toMatchObject({ rate: 0.00045 });
      await expectCleanPage();
    });

    it('creates, changes and completes forestry projects, and sets their picture', async () => {
      const name = `Wood ${locale} ${script}`;
      await open('forestry-projects', 'app.operator.forestry.title');
      await button('app.operator.addProject').click();
      await field('app.accounts.name').fill('Forest');
      await field('app.operator.forestry.latitude').fill('-3.5');
      await field('app.operator.forestry.longitude').fill('102.25');
      await field('app.operator.forestry.introduction').fill(script);
      await button('app.save').click();
      await page.getByText(t('refusal.name-taken')).waitFor();
      await field('app.accounts.name').fill(name);
      await confirm('app.save');
      await choose(name, 'app.operator.edit');
      await field('app.operator.forestry.capacity').fill('5000');
      await expectCleanPage();
      await confirm('app.save');
      await page.getByLabel(t('app.operator.forestry.pictureOf', { project: name })).setInputFiles({
        name: 'wood.png',
        mimeType: 'image/png',
        buffer: examplePicture(),
      });
      const row = page.getByRole('listitem').filter({ hasText: name });
      await row.locator('img').waitFor();
      await choose(name, 'app.operator.complete');
      await confirm('app.operator.complete');
      await row.getByText(t('app.projects.complete')).waitFor();
      expect(await one('forestry-projects', name)).toMatchObject({
        forest_latitude: -3.5,
        forest_longitude: 102.25,
        capacity_trees: 5000,
        content_introduction: script,
        status: 'complete',
        picture_url: expect.stringContaining('/picture'),
      });
      await expectCleanPage();
    });

    it('creates, changes and completes carbon projects', async () => {
      const name = `Kelp ${locale} ${script}`;
      await open('carbon-projects', 'app.operator.carbon.title');
      await button('app.operator.addProject').click();
      await field('app.accounts.name').fill(name);
      await field('app.operator.carbon.type').fill(script);
      await field('app.operator.carbon.registry').fill('Verra');
      await field('app.operator.carbon.price').fill('31.5');
      await confirm('app.save');
      await choose(name, 'app.operator.edit');
      await field('app.operator.carbon.price').fill('40');
      await confirm('app.save');
      await choose(name, 'app.operator.complete');
      await confirm('app.operator.complete');
      await until(
        'the project to be complete',
        async () => (await one('carbon-projects', name)).status,
        (status) => status === 'complete',
      );
      expect(await one('carbon-projects', name)).toMatchObject({ price_per_tonne: 40, type: script });
      await expectCleanPage();
    });

    it('imports credits in full or not at all, and allocates them to waiting offsets', async () => {
      const order = {
        items: [{ mass: 1e6 }],
        carbon_project_settings: [{ project_id: world.carbon.stoves }],
      };
      const { body } = await world.distributor.api.post('/orders', order);
      await world.distributor.api.patch(`/orders/${String(body.id)}/place`, {});
      const header = 'project,serial,vintage_start,vintage_end,tonnes';
      const line = `Stoves,GS1-1-KE-GS500-16-2022-7000-1-10,2022-01-01,2022-12-31,10`;
      await open('credits', 'app.operator.credits.title');
      await button('app.operator.credits.import').click();
      await page
        .getByRole('dialog')
        .locator('input[type="file"]')
        .setInputFiles({
          name: 'lots.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`${header}\n${line}\n${script},X-1-2,2022-01-01,2022-12-31,2\n`),
        });
      await button('app.operator.credits.importAction').click();
      await page
        .getByRole('alert')
        .getByText(t('refusal.no-carbon-project', { project: script }))
        .waitFor();
      await expectCleanPage();
      await field('app.operator.credits.csv').fill(`${header}\n${line}`);
      await confirm('app.operator.credits.importAction');
      await button('app.operator.credits.fulfil').click();
      await page.getByText(t('app.operator.credits.fulfilled', { fulfilled: 1, waiting: 0 })).waitFor();
      const { body: offsets } = await world.distributor.api.get('/carbon/offsets');
      expect(offsets.filter(({ status }: Json) => status !== 'fulfilled')).toEqual([]);
      expect(await operator.sendOk('GET', 'carbon-lots?limit=1')).toMatchObject([{ tonnes: 10 }]);
      await expectCleanPage();
    });

    it('shows credits to retire, and records what was retired in full or not at all', async () => {
      const { customer } = world;
      const batch = await CarbonOrders.open(world);
      await batch.offset(2.5, customer);
      await batch.credits(1, 9);
      await batch.fulfil();
      await open('retirements', 'app.operator.retirements.title');
      await page.getByText(batch.serial(1, 2)).waitFor();
      await page.getByText(batch.serial(3, 3)).waitFor();
      await expectCleanPage();
      const worklist = await operator.send('GET', 'carbon-retirements/worklist');
      expect(worklist.text).toContain(`${batch.serial(1, 2)},2,2,${customer.account.displayName}`);
      await button('app.operator.retirements.record').click();
      const header = 'serial,retired_on,registry_url';
      await field('app.operator.credits.csv').fill(`${header}\n${batch.serial(4, 4)},2026-01-01,`);
      await button('app.operator.retirements.recordAction').click();
      const why = t('refusal.credits-not-allocated', { serial: batch.serial(4, 4) });
      await page.getByRole('alert').getByText(why).waitFor();
      await expectCleanPage();
      await field('app.operator.credits.csv').fill(`${header}\n${batch.serial(1, 3)},2026-01-01,`);
      await confirm('app.operator.retirements.recordAction');
      await page.getByText(t('app.operator.retirements.recorded', { count: 1, tonnes: 3 })).waitFor();
      await page.getByText(batch.serial(1, 2)).waitFor({ state: 'detached' });
      await expectCleanPage();
    });

    it('adds methodologies, and explains the effect before one becomes current', async () => {
      const name = `Method ${locale} ${script}`;
      await open('methodologies', 'app.operator.methodologies.title');
      await button('app.operator.methodologies.add').click();
      await field('app.accounts.name').fill(name);
      await field('app.operator.methodologies.pagesPerTree').fill('9001');
      await field('app.operator.methodologies.width').fill('8.5');
      await button('app.operator.methodologies.addAction').click();
      await page
        .getByRole('dialog')
        .getByText(t('refusal.out-of-range', { min: number(0.01), max: '2' }))
        .waitFor();
      await field('app.operator.methodologies.width').fill('');
      await confirm('app.operator.methodologies.addAction');
      await button('app.operator.methodologies.use', page.getByRole('region', { name })).click();
      await page.getByRole('dialog').getByText('9,001').waitFor();
      expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(1);
      await expectCleanPage();
      await confirm('app.operator.methodologies.use');
      await until(
        'the methodology to be current',
        async () => (await one('methodologies', name)).current === true,
      );
      await expectCleanPage();
    });

    it('closes and bills a month by jobs, and shows their progress', async () => {
      const month = '2026-09';
      const member = await world.newAccount();
      await member.api.post('/deposits', { pages: 1000, date: `${month}-10` });
      await open('months', 'app.operator.months.title');
      await button('app.operator.months.close').click();
      await expectCleanPage();
      await confirm('app.operator.months.close');
      await page.getByText(t('app.operator.months.state.closing')).waitFor();
      // Started only now: otherwise the job could finish before its progress is visible.
      const jobs = startJobs(world.server.running.instance);
      const sheet = page.getByRole('region').first();
      await sheet.getByText(t('app.operator.months.state.closed'), { exact: true }).waitFor();
      await sheet.getByText(/¥|\$/).waitFor();
      await jobs.stop();
      const [row] = await world.server.sql(
        'select count(*)::int as invoices from invoices where account_id = $1',
        [member.id],
      );
      expect(row).toEqual({ invoices: 1 });
      await expectCleanPage();
    });

    it('lets failed jobs be retried or discarded', async () => {
      const giveUp = () =>
        world.server.sql(
          `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $1
           where id in (select id from graphile_worker.jobs where task_identifier = 'never-run')`,
          [script],
        );
      await world.server.sql(
        `select id from graphile_worker.add_job('never-run', json_build_object('about', $1::text))`,
        [script],
      );
      await giveUp();
      await open('jobs', 'app.operator.jobs.title');
      await page.getByText('never-run').waitFor();
      await expectCleanPage();
      await button('app.operator.jobs.retry').click();
      await confirm('app.operator.jobs.retry');
      await page.getByText(t('app.operator.jobs.waiting'), { exact: true }).first().waitFor();
      await giveUp();
      await button('app.operator.jobs.discard').click();
      await confirm('app.operator.jobs.discard');
      await page.getByText(t('app.operator.jobs.noneFailed')).waitFor();
      expect(await operator.sendOk('GET', 'jobs?state=failed')).toEqual({ total: 0, jobs: [] });
    });

    it('shows who changed what, filtered by account and time', async () => {
      const { id, account } = world.channel;
      await operator.sendOk('PATCH', `accounts/${id}`, { rate: 0.0021 });
      await open(`audit?account=${id}`, 'app.operator.audit.title');
      const newest = page.getByRole('main').getByRole('listitem').first();
      await newest.getByText(t('app.operator.audit.action.account_settings.update')).waitFor();
      for (const name of ['Op Erator', account.displayName]) expect(await newest.innerText()).toContain(name);
      expect(await newest.locator('ins').innerText()).toBe('0.0021');
      const last = page.getByLabel(t('app.operator.audit.until'), { exact: true });
      await last.fill('2026-01-01');
      await page.getByRole('heading', named('app.operator.audit.emptyTitle')).waitFor();
      await last.fill('');
      await page.getByLabel(t('app.operator.audit.show')).selectOption('installation');
      await page.getByText(t('app.operator.audit.action.methodology.use')).first().waitFor();
      expect(new URL(page.url()).search).toBe('?account=installation');
      await expectCleanPage();
    });
  });
});
