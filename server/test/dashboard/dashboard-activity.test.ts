import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { bill } from '../support/billing.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, hostile, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { createPushFeed } from '../support/readings.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('The activity of an account', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  const { t, month } = i18nFor(phone.locale);
  const labelled = (label: Parameters<typeof t>[0], value: string): string =>
    t('app.labelled', { label: t(label), value });
  const pagesOf = (pages: number): string => t('app.amount.pages', { pages });

  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-11-15T12:00:00Z');
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  const open = async (member: TestAccount, path = 'activity', viewed = member): Promise<void> => {
    dashboard = await openDashboard(world, member, phone);
    ({ page } = dashboard);
    await page.clock.setSystemTime('2026-11-15T12:00:00Z');
    await dashboard.goTo(`/accounts/${viewed.id}/${path}`);
    await page.getByRole('heading', { level: 1, name: t('app.activity.title') }).waitFor();
  };
  const rows = (): Locator => page.getByRole('main').getByRole('listitem');
  const row = (text: string): Locator => rows().filter({ hasText: text });
  const openFilters = (): Promise<void> => page.getByRole('button', { name: t('app.list.filters') }).click();

  it('is told in words, newest first, with links to what it is about', async () => {
    const member = await world.newAccount('channel', world.distributor);
    const { api } = member;
    // Even the creation of an account is an event, for 30 days.
    await world.server.sql('delete from events where account_id = $1', [member.id]);
    await open(member);
    await page.getByText(t('app.activity.emptyTitle')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    const { body: deposit } = await api.post('/deposits', { pages: 12_000, date: '2026-11-03' });
    await api.delete(`/deposits/${String(deposit.id)}`);
    await api.post('/deposits', { pages: -20, date: '2026-10-03' });
    const { body: offset } = await api.post('/biomass/offsets', { pages: 8333, date: '2026-10-03' });
    const { body: order } = await api.post('/orders', {
      items: [{ quantity: 100_000 }],
      biomass_project_settings: [{ project_id: world.projects.grove }],
      carbon_project_settings: [{ project_id: world.carbon.stoves }],
    });
    await api.patch(`/orders/${String(order.id)}/place`);
    const { body: quote } = await api.post('/quotes', {
      project_id: world.projects.forest,
      items: [{ quantity: 1000 }],
    });
    const feed = await createPushFeed(world, { owner: member, external_id: 'Floor 2' });
    await feed.push([{ device: 'CNB1', total: 100 }]);
    await feed.push([{ device: 'CNB1', total: 140 }]);
    await bill(world.server, '2026-10');
    await page.reload();

    await row(labelled('app.events.deposit.created', pagesOf(12_000))).waitFor();
    await row(labelled('app.events.deposit.deleted', pagesOf(12_000))).waitFor();
    await row(labelled('app.events.feed.collected', `${pagesOf(40)} · fmaudit · Floor 2`)).waitFor();
    const first = await rows().first().innerText();
    expect(first).toContain(t('app.events.invoice.created'));
    await expectCleanPageOnBothScreens(dashboard);

    const linkOf = (type: string): Promise<string | null> =>
      row(t(`app.events.${type}` as 'app.events.order.placed'))
        .first()
        .getByRole('link')
        .getAttribute('href');
    const at = `/accounts/${member.id}`;
    expect(await linkOf('order.placed')).toBe(`${at}/orders/${String(order.id)}`);
    expect(await linkOf('quote.created')).toBe(`${at}/quotes/${String(quote.id)}`);
    expect(await linkOf('feed.collected')).toBe(`${at}/feeds/${feed.id}`);
    expect(await linkOf('certificate.issued')).toMatch(/^\/certificates\/[0-9a-f-]+\?locale=/);
    const certificates = rows().locator(`a[href*="${String(offset.certificate_id)}"]`);
    expect(await certificates.count()).toBe(2);
    expect(await row(t('app.events.deposit.deleted')).getByRole('link').count()).toBe(0);

    await row(labelled('app.events.deposit.created', pagesOf(12_000)))
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: t('app.deposits.title') }).waitFor();
    expect(new URL(page.url()).search).toBe('?month=2026-11');
  });

  it('is filtered by kind and days, and continued', async () => {
    const member = await world.newAccount('customer', world.channel);
    for (let pages = 1; pages <= 30; pages++) await member.api.post('/deposits', { pages });
    await member.api.post('/quotes', {
      project_id: world.projects.forest,
      items: [{ quantity: 1000 }],
    });
    await open(member);
    await row(t('app.events.quote.created')).waitFor();
    expect(await rows().count()).toBe(24);
    await page.getByRole('button', { name: t('app.more') }).click();
    await row(labelled('app.events.deposit.created', pagesOf(1))).waitFor();

    await openFilters();
    await page.getByLabel(t('app.activity.kind')).selectOption('quote');
    await row(t('app.events.deposit.created')).first().waitFor({ state: 'detached' });
    expect(await rows().count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('kind')).toBe('quote');
    await page.getByLabel(t('app.list.until')).fill('2026-11-14');
    await page.getByText(t('app.list.noneText')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('app.list.clear') })
      .last()
      .click();
    await row(t('app.events.deposit.created')).first().waitFor();
  });

  it('can include the accounts below, with their names, and shows that of an account below', async () => {
    const parent = await world.newAccount('channel', world.distributor);
    const child = await world.newAccount('customer', parent);
    await parent.api.patch(`/accounts/${child.id}`, { name: hostile });
    await child.api.post('/deposits', { pages: 77 });
    await open(parent);
    await openFilters();
    await page.getByLabel(t('app.accounts.title')).selectOption('together');
    const deposited = row(labelled('app.events.deposit.created', pagesOf(77)));
    await deposited.getByText(hostile).waitFor();
    const renamed = row(labelled('app.events.account.updated', hostile)).getByRole('link');
    expect(await renamed.getAttribute('href')).toBe(`/accounts/${child.id}`);
    await expectCleanPageOnBothScreens(dashboard);
    await deposited.getByRole('link').click();
    await page.waitForURL(`**/accounts/${child.id}/deposits*`);
    await dashboard.goTo(`/accounts/${child.id}/activity`);
    await deposited.waitFor();
    expect(await deposited.getByText(hostile).count()).toBe(0);
  });

  it('tells that a feed is unhealthy and healthy again, and of closed months', async () => {
    const member = await world.newAccount('customer', world.channel);
    const feed = await createPushFeed(world, { owner: member });
    const facts = (
      await world.server.sql<{ facts: object }>(
        `select facts from events where account_id = $1 and type = 'feed.created'`,
        [member.id],
      )
    )[0]?.facts;
    const insert = (type: string, facts_: object, second: number) =>
      world.server.sql(
        `insert into events (account_id, at, id, sequence, type, subject_id, facts, pending)
         values ($1, $2, gen_random_uuid(), nextval('event_sequence'), $3, $4, $5, false)`,
        [member.id, `2026-11-15T11:00:0${second}Z`, type, feed.id, JSON.stringify(facts_)],
      );
    await insert('feed.health_changed', { ...facts, health_check: 'unhealthy' }, 1);
    await insert('feed.health_changed', { ...facts, health_check: 'healthy' }, 2);
    await insert('month.closed', { period: '2026-10', pages: 5, trees: '1.5', offset_ids: [] }, 3);
    await open(member);
    await row(labelled('app.events.feed.unhealthy', 'fmaudit')).waitFor();
    await row(labelled('app.events.feed.healthy', 'fmaudit')).waitFor();
    const closed = row(month(new Date('2026-10-01'))).getByRole('link');
    expect(await closed.getAttribute('href')).toBe(`/accounts/${member.id}/months/2026-10`);
  });
});
