import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { newId } from '../../src/platform/ids.js';
import { readMonth } from '../../src/platform/time/months.js';
import { upsertForestryProject } from '../../src/features/projects/forestry-project-store.js';
import type { Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, hostile, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('In the dashboard', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  let project: string;

  beforeAll(async () => {
    world = await startWorld();
    const { db, clock } = world.server.running.instance.context;
    project = newId();
    await db.transaction((tx) =>
      upsertForestryProject(tx, {
        id: project,
        name: `Far ${hostile}`,
        status: 'active',
        forestLatitude: 57.2,
        forestLongitude: -4.9,
        contentLogo: 'https://img.example/logo.png',
        contentMasthead: 'https://img.example/masthead.jpg',
        contentIntroduction: `Birch ${hostile}`,
        contentBodyHtml:
          `<p>Fenced <b>once</b> &amp; &constructor;.</p>${hostile}<script>window.stolen=1</script>` +
          '<h2>After that</h2><ul><li>it seeds itself</li></ul><style>body{display:none}</style>',
        contentImages: [],
        capacityTrees: null,
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
  const choose = (name: string) => page.getByRole('dialog').getByText(name, { exact: true }).click();
  const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });
  const offsetsOf = async ({ api }: TestAccount): Promise<Json[]> => (await api.get('/biomass/offsets')).body;

  describe('offsets', () => {
    const { t, number } = i18nFor(phone.locale);
    const rows = () => page.locator('tbody tr');

    it('are created from pages, trees or a quote, with a preview of the result', async () => {
      const member = await world.newAccount();
      const item = { quantity: 1000 };
      await member.api.post('/quotes', { project_id: project, external_id: hostile, items: [item] });
      await open(member, 'offsets');
      await page.getByRole('heading', { name: t('app.offsets.emptyTitle') }).waitFor();

      await button(t('app.offsets.create')).first().click();
      await confirm(t('app.offsets.createAction')).click();
      await page.getByText(t('app.required')).waitFor();
      await page.getByLabel(t('app.deposits.pages')).fill('16666');
      await page
        .getByRole('dialog')
        .getByLabel(t('app.project'), { exact: true })
        .selectOption(world.projects.grove);
      await page.locator('dd', { hasText: '5.00' }).waitFor();
      expect(await page.locator('dd').allInnerTexts()).toEqual([number(16_666), '2', '$5.00']);
      await expectCleanPageOnBothScreens(dashboard);
      await confirm(t('app.offsets.createAction')).click();
      await closed();
      await rows().waitFor();
      expect(await offsetsOf(member)).toMatchObject([{ pages: 16_666, project_id: world.projects.grove }]);

      await world.server.sql('insert into account_settings (account_id, rate) values ($1, 0.0006)', [
        member.id,
      ]);
      await button(t('app.offsets.create')).click();
      await choose(t('app.trees'));
      await page.getByLabel(t('app.offsets.trees')).fill('0.5');
      await page.locator('dd', { hasText: number(4167) }).waitFor();
      expect(await page.locator('dd').last().innerText()).toBe('$2.50');
      await page.getByLabel(t('app.date'), { exact: true }).fill('2026-02-03');
      await confirm(t('app.offsets.createAction')).click();
      await closed();
      await rows().nth(1).waitFor();
      const [, second] = await offsetsOf(member);
      expect(second).toMatchObject({ pages: 4167, trees: 0.5, date: '2026-02-03T12:00:00Z' });

      await button(t('app.offsets.create')).click();
      await choose(t('app.offsets.byQuote'));
      await page.getByRole('combobox', { name: t('app.offsets.quote') }).selectOption({ index: 1 });
      await page.locator('dd', { hasText: '0.30' }).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await confirm(t('app.offsets.createAction')).click();
      await closed();
      await page
        .getByRole('link', { name: t('app.offsets.fromNamedQuote', { reference: hostile }) })
        .waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      const { body: quotes } = await member.api.get('/quotes');
      expect((await offsetsOf(member))[0]).toMatchObject({ quote_id: quotes[0].id, project_id: project });

      await button(t('app.offsets.create')).click();
      await choose(t('app.offsets.byQuote'));
      await page.getByText(t('app.offsets.noQuotes')).waitFor();
    });

    it('can be deleted until they are billed, with an explanation of the effect', async () => {
      const member = await world.newAccount();
      world.server.setNow('2026-11-02T12:00:00Z');
      await member.api.post('/biomass/offsets', { pages: 700, date: '2026-09-02T00:00:00Z' });
      await bill(world.server, '2026-09');
      await member.api.post('/deposits', { pages: 5000, date: '2026-10-03T00:00:00Z' });
      await closeMonth(world.server.running.instance.context, readMonth('2026-10'));
      await open(member, 'offsets');
      await rows().nth(1).waitFor();
      const month = i18nFor(phone.locale).month(new Date('2026-10-01'));
      await page.getByText(t('app.offsets.fromMonthEnd', { month })).waitFor();
      expect(await page.getByRole('img', { name: t('app.offsets.locked') }).count()).toBe(1);
      const bins = page.getByRole('button', {
        name: new RegExp(t('app.offsets.deleteOf', { date: '.*' })),
      });
      expect(await bins.count()).toBe(1);
      const certificate = await page.locator('tbody a[target=_blank]').first().getAttribute('href');
      const [newest] = await offsetsOf(member);
      expect(certificate).toBe(`/certificates/${String(newest?.certificate_id)}?locale=${phone.locale}`);

      await bins.click();
      await page.getByText(t('app.offsets.deleteFromMonthEnd')).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await confirm(t('app.delete')).click();
      await page.getByText(t('app.offsets.deleted')).waitFor();
      await rows().nth(1).waitFor({ state: 'detached' });
      expect(await offsetsOf(member)).toMatchObject([{ pages: 700 }]);
      const { body: returned } = await member.api.get('/deposits');
      expect(returned.map(({ pages }: Json) => pages)).toContain(5000);
    });

    it('are paginated', async () => {
      const member = await world.newAccount();
      for (let count = 1; count <= 25; count++)
        await member.api.post('/biomass/offsets', { pages: count, project_id: world.projects.forest });
      await open(member, 'offsets');
      await rows().nth(23).waitFor();
      expect(await rows().count()).toBe(24);
      await button(t('app.more')).click();
      await rows().nth(24).waitFor();
      expect(await button(t('app.more')).count()).toBe(0);
    });
  });

  describe('projects', () => {
    const { t } = i18nFor(phone.locale);
    const favorite = (name: string) => button(t('app.projects.favoriteOf', { project: name }));
    const favoritesOf = async ({ api }: TestAccount): Promise<unknown[]> =>
      (await api.get('/projects')).body.map(({ id }: Json) => id);

    it('become favorites in the order in which they were chosen, and can be removed', async () => {
      const member = await world.newAccount();
      await open(member, 'projects');
      await page.getByText(t('app.projects.noFavorites')).waitFor();
      await expect.poll(() => page.getByRole('article').count()).toBe(4);
      // A complete project accepts no more trees.
      expect(await favorite('Planted out').count()).toBe(0);
      await favorite('Grove').click();
      await page.locator('ol li').waitFor();
      await favorite('Forest').click();
      await page.locator('ol li').nth(1).waitFor();
      expect(await page.locator('ol li').allInnerTexts()).toEqual(['Grove', 'Forest']);
      expect(await favoritesOf(member)).toEqual([world.projects.grove, world.projects.forest]);
      expect(await favorite('Grove').getAttribute('aria-pressed')).toBe('true');
      await page.locator('svg g title').nth(3).waitFor({ state: 'attached' });
      await expectCleanPageOnBothScreens(dashboard);
      await favorite('Grove').click();
      await page.locator('ol li').nth(1).waitFor({ state: 'detached' });
      expect(await favoritesOf(member)).toEqual([world.projects.forest]);
    });

    it('are described in plain text, whatever HTML they contain', async () => {
      const member = await world.newAccount();
      await open(member, 'projects');
      await page
        .getByRole('link', { name: `Far ${hostile}` })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: `Far ${hostile}` }).waitFor();
      await page.getByText(`Birch ${hostile}`).waitFor();
      const story = page.locator('main article');
      expect(await story.locator('p').allInnerTexts()).toEqual([
        'Fenced once & &constructor;.',
        'After that',
        'it seeds itself',
      ]);
      await page.locator('svg g title').waitFor({ state: 'attached' });
      await expectCleanPageOnBothScreens(dashboard);
    });
  });
});
