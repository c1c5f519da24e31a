import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createSandbox } from '../../src/features/sandboxes/create-sandbox.js';
import { newId } from '../../src/platform/ids.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { upsertForestryProject } from '../../src/features/projects/forestry-project-store.js';
import { bill } from '../support/billing.js';
import { describeInBrowser } from '../support/browser.js';
import { expectNoOverflow, expectReadableChart, navigateTo } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { revision } from '../support/revision.js';
import { createPushFeed } from '../support/readings.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('On a phone of 360 px, with large figures', () => {
  let world: World;
  let member: TestAccount;
  let order: string;
  let quote: string;
  let offset: string;
  let endpoint: string;
  let agentFeed: string;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld({ REGROVE_TAX_RATE: '19' });
    world.server.setNow('2026-11-15T12:00:00Z');
    member = await world.newAccount('customer', world.channel);
    const { api } = member;
    const created = async (path: string, body: object): Promise<string> => {
      const { status, body: answer } = await api.post(path, body);
      expect([status, answer.error]).toEqual([200, undefined]);
      return answer.id as string;
    };
    offset = await created('/biomass/offsets', { pages: 987_654_321, date: '2026-10-03' });
    await bill(world.server, '2026-10');
    await created('/biomass/offsets', { pages: 1_000_000_000 });
    const paper = { quantity: 12_345_678, width: 0.21, length: 0.297, gsm: 80 };
    const { grove, forest } = world.projects;
    quote = await created('/quotes', {
      project_id: grove,
      items: [paper, { mass: 987_654_321 }],
      external_id: 'Q-2026-000123',
    });
    order = await created('/orders', {
      items: [paper],
      biomass_project_settings: [{ project_id: grove }, { project_id: forest }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }],
    });
    await api.patch(`/orders/${order}/place`);
    for (const pages of [187_654_321, -123_456_789])
      await created('/deposits', { pages, date: '2026-11-03', width: 0.4321, length: 0.5678 });
    endpoint = await created('/webhook_endpoints', {
      url: `https://mis.example.com/${'print-orders-and-more'.repeat(12)}`,
      events: ['order.*', 'feed.*', 'quote.created', 'certificate.issued'],
      description: 'Print-management-information-system-of-the-whole-group'.repeat(4),
    });
    agentFeed = await created('/feeds', {
      type: 'agent',
      external_id: 'Harbour-office-of-the-print-shop'.repeat(5),
    });
    await created(`/feeds/${agentFeed}/agents`, { name: 'Computer-below-the-counter'.repeat(8) });
    const feed = await createPushFeed(world, { owner: member });
    await feed.push([{ device: 'Copier by the window', total: 1_234_567_890 }]);
    await feed.push([{ device: 'Copier by the window', total: 1_734_567_890 }]);
  });
  afterAll(() => world.stop());
  afterEach(() => dashboard.browser.close());

  const screens = (): string[] => [
    '',
    '/offsets',
    '/quotes',
    `/quotes/${quote}`,
    '/orders',
    `/orders/${order}`,
    '/carbon-offsets',
    '/certificates',
    '/reports',
    '/deposits?month=2026-11',
    '/invoices',
    '/months/2026-11',
    '/sales',
    '/feeds',
    '/feeds/new?place=office',
    `/feeds/${agentFeed}`,
    // Not next to the other: they are one screen, whose heading stays.
    '/feeds/new?place=portal',
    `/feeds/${agentFeed}/install`,
    '/users',
    '/users/import',
    '/notifications',
    '/activity',
    '/webhooks',
    `/webhooks/${endpoint}`,
  ];

  it.each(['en', 'de', 'pt', 'th', 'ja'] as const)(
    'no table overflows its card and no figure is broken (%s)',
    async (locale) => {
      dashboard = await openDashboard(world, member, { locale, width: 360, height: 740 });
      ({ page } = dashboard);
      await dashboard.goTo(`/accounts/${member.id}/settings`);
      await page.locator('main h1').waitFor();
      for (const screen of screens()) {
        await navigateTo(page, `/accounts/${member.id}${screen}`);
        await page.waitForLoadState('networkidle');
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
        await expectNoOverflow(page);
        expect([screen, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([screen, 360]);
      }
      await navigateTo(page, `/accounts/${member.id}/feeds`);
      await page.locator('a[data-feed], [data-feed] a').first().click();
      await page.locator('tbody tr').first().waitFor();
      await expectNoOverflow(page);
      await navigateTo(page, `/accounts/${member.id}/invoices`);
      await page.locator('tbody a').first().click();
      await page.locator('tfoot').waitFor();
      await expectNoOverflow(page);
    },
  );

  it.each(['en', 'de', 'pt', 'th'] as const)(
    'nor is it in a sandbox, below its band (%s)',
    async (locale) => {
      const { context } = world.server.running.instance;
      const owner = await world.newAccount('distributor');
      const name = 'Month-end-of-the-print-shop'.repeat(5);
      const { id, accountId } = await createSandbox(context, { owner: owner.account, name, revision });
      dashboard = await openDashboard(world, owner, { locale, width: 360, height: 740 });
      ({ page } = dashboard);
      const paths = [
        `/accounts/${owner.id}/sandboxes`,
        `/sandbox/${id}/accounts/${accountId}`,
        `/sandbox/${id}/accounts/${accountId}/mails`,
      ];
      for (const path of paths) {
        await dashboard.goTo(path);
        await page.locator('main h1').waitFor();
        await page.waitForLoadState('networkidle');
        await expectNoOverflow(page);
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360]);
      }
    },
  );

  it.each(['de', 'th', 'ja'] as const)(
    'the labels of the chart do not overlap, for one year or five (%s)',
    async (locale) => {
      dashboard = await openDashboard(world, member, { locale, width: 320, height: 740 });
      ({ page } = dashboard);
      const monthName = new Intl.DateTimeFormat(locale, { month: 'short' });
      const january = monthName.format(new Date('2026-01-15'));
      const may = monthName.format(new Date('2026-05-15'));
      const [november, december] = ['2025-11-15', '2021-12-15'].map((day) => monthName.format(new Date(day)));
      // The first month is always there. Of five years, a phone has room for some at most.
      const expectations: { start: string; phone: string[]; desk: string[] }[] = [
        { start: '2026-01', phone: [january], desk: [january, may] },
        {
          start: '2025-11',
          phone: [november ?? '', '2025', '2026'],
          desk: [november ?? '', january, may, '2025', '2026'],
        },
        { start: '2021-12', phone: [december ?? '', '2021'], desk: [january, '2021', '2022', '2026'] },
      ];
      for (const { start, phone, desk } of expectations) {
        await page.setViewportSize({ width: 320, height: 740 });
        await dashboard.goTo(`/accounts/${member.id}?start=${start}&end=2026-11`);
        await page.getByRole('group').getByRole('link').last().waitFor();
        for (const [width, expected] of [[320, phone] as const, [1280, desk] as const]) {
          await page.setViewportSize({ width, height: 740 });
          const labels = await until(
            `${expected.join(', ')} in a window of ${width} px`,
            () => expectReadableChart(page),
            (shown) =>
              expected.every((label) => shown.includes(label)) &&
              shown.includes(may) === expected.includes(may),
          );
          if (start === '2026-01') expect(labels).not.toContain('2026');
        }
      }
    },
  );

  it('a parent sees sales of millions next to the longest name', async () => {
    const name = 'Association of Bookbinders and Paper Merchants '.repeat(6).slice(0, 255).trim();
    const renamed = await world.channel.api.patch(`/accounts/${member.id}`, { display_name: name });
    expect(renamed.status).toBe(200);
    dashboard = await openDashboard(world, world.channel, { locale: 'pt', width: 360, height: 740 });
    ({ page } = dashboard);
    const shared = { public_page: { slug: 'longest-name', enabled: true } };
    expect((await member.api.patch('/settings', shared)).status).toBe(200);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await dashboard.goTo('/impact/longest-name?locale=de');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
    for (const width of [360, 800, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await dashboard.goTo(`/accounts/${world.channel.id}/sales`);
      await page.locator('tfoot').waitFor();
      await expectNoOverflow(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const shown = page.locator('tbody').getByTitle(name);
      expect((await shown.boundingBox())?.height).toBeLessThan(120);
    }
  });

  it('no figure is broken on the public page of a certificate', async () => {
    dashboard = await openDashboard(world, member, { isSignedIn: false, width: 360, height: 740 });
    ({ page } = dashboard);
    const { body } = await member.api.get(`/biomass/offsets/${offset}`);
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await dashboard.goTo(`/certificates/${String(body.certificate_id)}`);
      await page.getByText(i18nFor('en').rounded('118523.26')).first().waitFor();
      await expectNoOverflow(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // Next to the picture, also where the title is one long word.
      await dashboard.goTo(`/certificates/${String(body.certificate_id)}?locale=de`);
      const lines = await page.evaluate(`(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('h1'));
        return range.getClientRects().length;
      })()`);
      expect(lines).toBe(1);
    }
  });

  it('the map has pins only for projects in which the account has trees', async () => {
    const { db, clock } = world.server.running.instance.context;
    const other = { forestLatitude: 1, forestLongitude: 2, contentLogo: '', contentMasthead: '' };
    const texts = { contentIntroduction: '', contentBodyHtml: '', contentImages: [], capacityTrees: null };
    const project = { id: newId(), name: 'Elsewhere', status: 'active', createdAt: clock() } as const;
    await db.transaction((tx) => upsertForestryProject(tx, { ...other, ...texts, ...project }));
    dashboard = await openDashboard(world, world.customer, { width: 360, height: 740 });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${world.customer.id}`);
    await page.getByText(i18nFor('en').t('app.overview.noTrees')).waitFor();
    await world.customer.api.post('/biomass/offsets', { pages: 10, project_id: world.projects.grove });
    await page.reload();
    await page.locator('main svg title', { hasText: 'Grove' }).waitFor({ state: 'attached' });
    const pins = page.locator('main svg title').filter({ hasText: /./ });
    expect(await pins.allTextContents()).toEqual(['Grove, Tanzania, <0.1\u00a0trees']);
  });
});
