import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { refreshActivity } from '../../src/features/rollups/refresh-activity.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { createAccount } from '../../src/features/accounts/create-account.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, expectNoOverflow, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

/** The texts of the first card with figures that the rings' drawing overlaps. */
const crossedFigures = `(() => {
  const rings = document.querySelector('main section > svg');
  const drawn = [...rings.querySelectorAll('path')].map((one) => one.getBoundingClientRect());
  const texts = [...rings.parentElement.querySelectorAll('strong, span')].filter((one) => !one.querySelector('*'));
  return texts.filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const a = range.getBoundingClientRect();
    return drawn.some((b) => b.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
  }).map((one) => one.textContent);
})()`;

describeInBrowser('The overview', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-11-15T12:00:00Z');
    const { context } = world.server.running.instance;
    const offset = ({ api }: TestAccount, pages: number, date: string) =>
      api.post('/biomass/offsets', { pages, date, project_id: world.projects.forest });
    await offset(world.channel, 1000, '2026-10-05T00:00:00Z');
    await offset(world.customer, 30_000, '2026-10-06T00:00:00Z');
    await offset(world.customer, 20_000, '2025-10-06T00:00:00Z');
    // Many trees below a long name, in a script that is written from right to left.
    const name = 'شركة الورق العربية المحدودة للطباعة والنشر والتوزيع';
    const large = await createAccount(context, world.channel.account, 'customer', { name });
    await world.server.sql(
      `insert into account_volume (account_id, month, pages, trees) values ($1, '2026-09-01', 102880536000, 12345678.5)`,
      [large.id],
    );
    await world.channel.api.post('/deposits', { pages: 70_000, date: '2026-11-03T00:00:00Z' });
    await world.customer.api.post('/deposits', { pages: 5_000, date: '2026-11-04T00:00:00Z' });
    await world.server.sql(
      `insert into feeds (account_id, id, type, collection_scope, created_at, status, activated_at, health_check,
         health_check_checked_at, health_check_changed_at)
       values ($1, gen_random_uuid(), 'push', 'all', now(), 'active', now(), 'unhealthy', now(), now())`,
      [world.customer.id],
    );
    await countTrees(context);
    await refreshActivity(context, new AbortController().signal);
    await rollUp(context);
  });
  afterAll(() => world.stop());
  afterEach(() => dashboard.browser.close());

  it('leads from the figures of all accounts to those below, to a month and to its offsets', async () => {
    const { t, number } = i18nFor('en');
    dashboard = await openDashboard(world, world.channel, { width: 1280, height: 900 });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${world.channel.id}?start=2026-10&end=2026-11`);
    const card = page.getByRole('region', { name: t('app.overview.byMonth') });
    await card.getByText(number(31_000), { exact: true }).first().waitFor();
    await card.getByText(t('app.overview.yearBefore', { figure: number(20_000) }), { exact: true }).waitFor();
    expect(await card.getByText('+55%').count()).toBeGreaterThan(0);
    await page.getByRole('combobox', { name: t('app.overview.level') }).selectOption('own');
    await card.getByText(number(1000), { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('of')).toBe('own');
    await page
      .getByRole('region', { name: t('app.overview.waiting') })
      .getByText(number(70_000))
      .first()
      .waitFor();

    const ranking = page.getByRole('region', { name: t('app.overview.ranking') });
    const names = () => ranking.getByRole('rowheader').getByRole('link').allInnerTexts();
    await ranking.getByRole('row').nth(2).waitFor();
    const byTrees = await names();
    expect(byTrees).toHaveLength(2);
    await ranking.getByRole('button', { name: t('app.feeds.title') }).press('Enter');
    await ranking
      .getByRole('columnheader', { name: t('app.feeds.title') })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    await expect.poll(names).toEqual(byTrees.toReversed());
    await ranking
      .getByRole('cell', { name: t('app.overview.unhealthyFeeds', { unhealthy: 1, feeds: 1 }) })
      .waitFor();

    await page.getByRole('combobox', { name: t('app.overview.level') }).selectOption('together');
    await card
      .getByRole('combobox', { name: t('app.overview.range') })
      .selectOption({ label: t('app.overview.lastYear') });
    await card.getByRole('link', { name: 'October 2025' }).waitFor();
    await dashboard.goTo(`/accounts/${world.channel.id}?start=2026-10&end=2026-11`);
    await card.getByRole('link', { name: 'October 2026' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'October 2026' }).waitFor();
    const pages = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: t('app.pages') }) });
    const figures = async (): Promise<string[]> => {
      const texts = await pages.getByRole('cell').locator('strong').allInnerTexts();
      return texts.filter((text) => !text.includes('%'));
    };
    await expect.poll(figures).toEqual([1000, 30_000, 31_000].map((value) => number(value)));
    const offsets = page.getByRole('region', { name: t('app.offsets.title') });
    await offsets.getByRole('cell', { name: number(1000), exact: true }).waitFor();
    expect(await offsets.getByRole('row').count()).toBe(2);
    expect(await offsets.getByRole('link', { name: t('app.deposits.title') }).getAttribute('href')).toContain(
      'month=2026-10',
    );
    await expectCleanPageOnBothScreens(dashboard);
    await page.getByRole('link', { name: t('app.deposits.nextMonth') }).click();
    await page.getByRole('heading', { level: 1, name: 'November 2026' }).waitFor();
    expect(await page.getByRole('link', { name: t('app.deposits.nextMonth') }).count()).toBe(0);
    await page.getByRole('link', { name: t('app.deposits.previousMonth') }).waitFor();
  });

  it('has cards that follow the choice of accounts, and lead to theirs', async () => {
    const { t, number } = i18nFor('en');
    const { distributor, channel, customer } = world;
    const names = [customer, channel, customer].map(({ account }) => account.displayName);
    dashboard = await openDashboard(world, distributor, { width: 1280, height: 900 });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${distributor.id}`);
    const card = (name: 'waiting' | 'newest' | 'projects') =>
      page.getByRole('region', { name: t(`app.overview.${name}`) });
    const choose = (level: string) =>
      page.getByRole('combobox', { name: t('app.overview.level') }).selectOption(level);
    const accounts = () =>
      card('newest').getByRole('article').locator('a[href$="/certificates"]').allInnerTexts();

    // The distributor itself prints nothing.
    await card('waiting').getByText(number(75_000), { exact: true }).first().waitFor();
    await expect.poll(accounts).toEqual(names);
    await card('projects')
      .getByText(t('app.amount.trees', { trees: 51_000 / 8333 }), { exact: true })
      .waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page.setViewportSize({ width: 1280, height: 900 });
    await choose('own');
    for (const text of [
      'app.overview.waitingNone',
      'app.certificates.emptyText',
      'app.overview.noTrees',
    ] as const)
      await page.getByText(t(text), { exact: true }).waitFor();
    const navigation = page.getByRole('navigation').getByRole('link', { name: t('app.overview.title') });
    expect(await navigation.getAttribute('aria-current')).toBe('page');

    await dashboard.goTo(`/accounts/${channel.id}`);
    await expect.poll(accounts).toEqual([names[0], names[2]]);
    await choose('own');
    await card('waiting').getByText(number(70_000), { exact: true }).first().waitFor();
    await expect.poll(() => card('newest').getByRole('article').count()).toBe(1);
    expect(await accounts()).toEqual([]);
    await choose('below');
    await card('waiting').getByText(number(5_000), { exact: true }).first().waitFor();
    await card('projects')
      .getByText(t('app.amount.trees', { trees: 50_000 / 8333 }), { exact: true })
      .waitFor();
    expect(await card('waiting').getByRole('link').getAttribute('href')).toContain('deposits?level=below');
    await card('newest')
      .getByRole('link', { name: t('app.overview.allCertificates') })
      .click();
    await page.waitForURL(`**/accounts/${channel.id}/certificates?level=below`);
    await page.goBack();
    await card('newest').getByRole('link', { name: customer.account.displayName }).first().click();
    await page.waitForURL(`**/accounts/${customer.id}/certificates`);
  });

  it('says that a smaller group is to be chosen where there are too many accounts', async () => {
    const { t } = i18nFor('en');
    const parent = await world.newAccount('channel');
    await world.newAccount('customer', parent);
    await world.server.sql(
      `with created as (
         insert into accounts (id, parent_id, lineage, name, name_sort, display_name, role, status, created_at)
         select id, $1, array[$1::uuid, id], id::text, id::text, id::text, 'customer', 'active', now()
         from (select gen_random_uuid() as id from generate_series(1, 1000)) ids returning id
       )
       insert into account_ranking (account_id, below_id, role) select $1, id, 'customer' from created`,
      [parent.id],
    );
    dashboard = await openDashboard(world, parent, { width: 360, height: 740 });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${parent.id}`);
    for (const name of ['waiting', 'newest'] as const) {
      const card = page.getByRole('region', { name: t(`app.overview.${name}`) });
      await card.getByText(t('refusal.too-many-accounts', { max: '1,000' })).waitFor();
      await card.getByRole('link', { name: t('app.accounts.title') }).waitFor();
    }
    await page.getByText(t('app.overview.noTrees')).waitFor();
    expect(await page.getByText(t('app.error.title')).count()).toBe(0);
    await expectNoOverflow(page);
    await page.getByRole('combobox', { name: t('app.overview.level') }).selectOption('own');
    await page.getByText(t('app.overview.waitingNone')).waitFor();
  });

  it('of a new account leads on, and a certificate is to be shared once there is one', async () => {
    const { t } = i18nFor('de');
    const member = await world.newAccount('customer', world.channel);
    dashboard = await openDashboard(world, member, { locale: 'de', width: 360, height: 740 });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}`);
    await page.getByText(t('app.start.shareLater')).waitFor();
    const steps = page.getByRole('region', { name: t('app.start.title') });
    expect(await steps.getByRole('link').allInnerTexts()).toEqual(
      (['projects', 'connect', 'import', 'colleague'] as const).map((step) => t(`app.start.${step}`)),
    );
    for (const [card, action] of [
      ['waiting', 'app.start.connect'],
      ['byMonth', 'app.orders.create'],
      ['newest', 'app.offsets.create'],
      ['projects', 'app.start.projects'],
    ] as const)
      await page
        .getByRole('region', { name: t(`app.overview.${card}`) })
        .getByRole('link', { name: t(action) })
        .waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await member.api.post('/biomass/offsets', { pages: 10_000 });
    await page.reload();
    await steps.getByRole('link', { name: t('app.start.share') }).waitFor();
  });

  it('has figures that no ring crosses', async () => {
    for (const width of [360, 768, 1280]) {
      dashboard = await openDashboard(world, world.channel, { width, height: 900 });
      ({ page } = dashboard);
      await dashboard.goTo(`/accounts/${world.channel.id}`);
      await page.getByText('12,345,6').first().waitFor();
      expect([width, await page.evaluate(crossedFigures)]).toEqual([width, []]);
      await dashboard.browser.close();
    }
  });

  it('fits a phone with twelve million trees and a long name from right to left', async () => {
    const { t } = i18nFor(phone.locale);
    dashboard = await openDashboard(world, world.channel, phone);
    ({ page } = dashboard);
    await page.setViewportSize({ width: 360, height: 740 });
    await dashboard.goTo(`/accounts/${world.channel.id}`);
    await page
      .getByRole('region', { name: t('app.overview.ranking') })
      .getByText('الورق')
      .waitFor();
    await page
      .getByRole('region', { name: t('app.overview.byMonth') })
      .getByText(t('app.overview.periodBefore'))
      .first()
      .waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    // A distributor also chooses between channel partners and customers.
    for (const locale of ['fr', 'id', 'it', 'pt'] as const) {
      await dashboard.browser.close();
      dashboard = await openDashboard(world, world.distributor, { ...phone, locale, width: 360 });
      ({ page } = dashboard);
      await dashboard.goTo(`/accounts/${world.distributor.id}?start=2021-01&end=2026-11`);
      await page.getByRole('rowheader').getByRole('link').waitFor();
      await expectNoOverflow(page);
      expect([locale, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([locale, 360]);
    }
  });
});
