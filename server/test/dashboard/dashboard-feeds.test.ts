import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { collectingEnv, startPrintServer, type PrintServer } from '../support/print-server.js';
import { until } from '../support/until.js';
import { createPushFeed } from '../support/readings.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const script = '<img src=x onerror="document.title=1">';

describeInBrowser('Feeds in the dashboard', () => {
  const { t } = i18nFor(phone.locale);
  let world: World;
  let printServer: PrintServer;
  let member: TestAccount;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld(collectingEnv);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    printServer = await startPrintServer({ 'A<b>1': 1_000 });
    member = await world.newAccount('customer', world.channel);
    dashboard = await openDashboard(world, member, phone);
    ({ page } = dashboard);
  });
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
    await printServer.close();
  });

  const open = async (path: string): Promise<void> => {
    await dashboard.goTo(`/accounts/${member.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const act = async (name: string): Promise<void> => {
    await button(t('app.feeds.actions')).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const choose = async (place: 'reachable' | 'portal', type: string): Promise<void> => {
    await page.getByRole('radio', { name: t(`app.feeds.place.${place}`) }).check();
    const types = page.getByRole('group', { name: t('app.feeds.whichType') });
    await types.getByRole('radio', { name: type }).check();
  };
  const feeds = async () => (await member.api.get('/feeds')).body;

  it('are connected with a new server, collected, checked, changed, deactivated and deleted', async () => {
    await open('feeds');
    await page.getByRole('heading', { name: t('app.feeds.emptyTitle') }).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page
      .getByRole('link', { name: t('app.feeds.create') })
      .first()
      .click();
    await choose('portal', 'Print Tracker');
    await page.getByLabel(t('app.servers.url'), { exact: true }).fill(printServer.url);
    await page.getByLabel(t('app.servers.password'), { exact: true }).fill('the key');
    await button(t('app.feeds.createAction')).click();
    await page.getByText(t('app.required')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page.getByLabel(t('app.feeds.selection')).fill('office');
    await button(t('app.feeds.createAction')).click();
    await page.getByRole('heading', { name: 'Print Tracker · office' }).waitFor();
    await page.getByText(t('app.feeds.healthy'), { exact: true }).waitFor();
    expect(await feeds()).toMatchObject([
      { type: 'print_tracker', external_id: 'office', health_check: 'healthy', collection_scope: 'all' },
    ]);

    await button(t('app.feeds.collect')).click();
    await dialog()
      .getByText(t('app.feeds.collectedNothing', { devices: 1 }))
      .waitFor();
    await button(t('app.close')).last().click();
    printServer.print('A<b>1', 321);
    await button(t('app.feeds.collect')).click();
    await dialog()
      .getByText(t('app.feeds.collected', { devices: 1, pages: 321 }))
      .waitFor();
    await button(t('app.close')).last().click();
    expect((await member.api.get('/deposits')).body).toMatchObject([{ pages: 321 }]);
    // The device once, with its pages of this month.
    await page.getByRole('row', { name: /A<b>1/ }).filter({ hasText: '321' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await expectCleanPageOnBothScreens(dashboard);

    printServer.respondWith(401);
    await button(t('app.feeds.check')).click();
    await dialog().getByText(t('mail.reason.login')).waitFor();
    await button(t('app.close')).last().click();
    await page.getByText(t('app.feeds.unhealthy'), { exact: true }).waitFor();
    await page.getByText(t('mail.reason.login')).waitFor();
    printServer.respondWith(undefined);

    await act(t('app.feeds.change'));
    await dialog().getByLabel(t('app.feeds.selection')).fill(script);
    await button(t('app.save')).click();
    await page.getByRole('heading', { name: script }).waitFor();
    expect(await feeds()).toMatchObject([{ external_id: script, health_check: 'unhealthy' }]);

    await act(t('app.accounts.deactivate'));
    await dialog()
      .getByRole('button', { name: t('app.accounts.deactivate') })
      .click();
    await page.getByText(t('app.feeds.off'), { exact: true }).waitFor();
    expect(await button(t('app.feeds.collect')).count()).toBe(0);
    await page
      .getByRole('link', { name: t('app.feeds.title') })
      .last()
      .click();
    await page.getByRole('link', { name: script }).click();
    await act(t('app.accounts.activate'));
    await dialog()
      .getByRole('button', { name: t('app.accounts.activate') })
      .click();
    await button(t('app.feeds.collect')).waitFor();
    expect(await feeds()).toMatchObject([{ status: 'active' }]);

    await act(t('app.delete'));
    await dialog()
      .getByRole('button', { name: t('app.delete') })
      .click();
    await page.getByRole('heading', { name: t('app.feeds.emptyTitle') }).waitFor();
    expect(await feeds()).toEqual([]);
  });

  it('of other software explain how to send readings, and list devices and readings in pages', async () => {
    await open('feeds/new');
    await choose('portal', t('app.feeds.push.name'));
    for (const taken of ['snmp', 'agent']) {
      await page.getByLabel(t('app.feeds.push.type')).fill(taken);
      await button(t('app.feeds.createAction')).click();
    }
    expect(await feeds()).toEqual([]);
    await page.getByLabel(t('app.feeds.push.type')).fill('my_fleet');
    await button(t('app.feeds.createAction')).click();
    await page.getByRole('heading', { name: 'my_fleet' }).waitFor();
    const [feed] = await feeds();
    const path = `/v1/accounts/${member.id}/feeds/${String(feed.id)}/readings`;
    await button(t('app.copy')).click();
    await button(t('app.copied')).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(path);

    const readings = Array.from({ length: 51 }, (__, index) => ({ device: `${script}${index}`, total: 5 }));
    const { status } = await member.api.post(`/feeds/${String(feed.id)}/readings`, { readings });
    expect(status).toBe(200);
    await page.reload();
    await page.getByText(`${script}0`).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(50);
    await button(t('app.more')).click();
    await page.locator('tbody tr').nth(50).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    expect(await page.title()).toContain('my_fleet');
    await page.getByLabel(t('app.feeds.searchDevices')).fill(`${script}17`);
    await until(
      'the devices that match',
      () => page.locator('tbody tr').count(),
      (rows) => rows === 1,
    );
    await page.getByRole('link', { name: t('app.feeds.allReadings') }).click();
    await page.locator('tbody tr').nth(49).waitFor();
    await button(t('app.more')).click();
    await page.locator('tbody tr').nth(50).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
  });

  it('read from servers, whose passwords are never shown and change only when typed', async () => {
    await open('feeds/servers');
    await button(t('app.servers.create')).first().click();
    await dialog().getByLabel(t('app.feeds.type')).selectOption('print_tracker');
    await dialog().getByLabel(t('app.servers.url')).fill('nowhere');
    await dialog().getByLabel(t('app.servers.password'), { exact: true }).fill('the key');
    await button(t('app.save')).click();
    await dialog().getByText(t('refusal.bad-url')).waitFor();
    await dialog().getByLabel(t('app.servers.url')).fill(`${printServer.url}/?a=${script}`);
    await button(t('app.save')).click();
    await page.getByText(script).waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    const actions = () => page.getByRole('button', { name: /127\.0\.0\.1/ });
    await actions().click();
    await page.getByRole('menuitem', { name: t('app.feeds.change') }).click();
    await expectCleanPageOnBothScreens(dashboard);
    expect(await dialog().getByLabel(t('app.servers.password'), { exact: true }).inputValue()).toBe('');
    await dialog().getByLabel(t('app.servers.url')).fill(printServer.url);
    await button(t('app.save')).click();
    await page.getByText(printServer.url, { exact: true }).waitFor();
    const [server] = (await member.api.get('/servers')).body;
    const fields = { type: 'print_tracker', server_id: server.id, external_id: 'office' };
    // The password is unchanged.
    expect((await member.api.post('/feeds', fields)).body).toMatchObject({ health_check: 'healthy' });

    await actions().click();
    await page.getByRole('menuitem', { name: t('app.feeds.change') }).click();
    await dialog().getByText(t('app.servers.passwordStays')).waitFor();
    await dialog().getByLabel(t('app.servers.url')).fill('http://127.0.0.1:9');
    await dialog().getByText(t('app.servers.passwordAgain')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.save')).click();
    await dialog().getByText(t('refusal.password-again'), { exact: true }).waitFor();
    await dialog().getByLabel(t('app.servers.password'), { exact: true }).fill('another key');
    await button(t('app.save')).click();
    await page.getByText('http://127.0.0.1:9', { exact: true }).waitFor();

    const remove = async (): Promise<void> => {
      await actions().click();
      await page.getByRole('menuitem', { name: t('app.delete') }).click();
      await dialog()
        .getByRole('button', { name: t('app.delete') })
        .click();
    };
    await remove();
    await dialog().getByText(t('app.servers.inUse')).waitFor();
    await button(t('app.cancel')).click();
    for (const { id } of await feeds()) await member.api.delete(`/feeds/${String(id)}`);
    await remove();
    await page.getByRole('heading', { name: t('app.servers.emptyTitle') }).waitFor();
    expect((await member.api.get('/servers')).body).toEqual([]);
  });

  it("on an ancestor's server show the ancestor's selection, which only the ancestor can change", async () => {
    const at = { type: 'print_tracker', url: printServer.url, username: 'u', password: 'the key' };
    const { body: server } = await world.channel.api.post('/servers', at);
    const source = { type: 'print_tracker', server_id: server.id, external_id: 'office' };
    const { body: feed } = await world.channel.api.post(`/accounts/${member.id}/feeds`, source);
    await open(`feeds/${String(feed.id)}`);
    await act(t('app.feeds.change'));
    await dialog().getByText(t('app.feeds.fixedAbove')).waitFor();
    const selection = dialog().getByLabel(t('app.feeds.selection'));
    expect(await selection.inputValue()).toBe('office');
    expect(await selection.isEditable()).toBe(false);
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.save')).click();
    await page.getByText(t('app.saved')).first().waitFor();
    expect(await feeds()).toMatchObject([{ server_id: server.id, external_id: 'office' }]);
  });

  it('require the password of their server when they name hosts', async () => {
    const at = { type: 'snmp', url: 'snmp://127.0.0.1:9', username: 'u', password: 'the community' };
    const { body: server } = await member.api.post('/servers', at);
    await open('feeds/new');
    await choose('reachable', 'SNMP');
    await page.getByLabel(t('app.feeds.server'), { exact: true }).selectOption(server.id);
    await page.getByLabel(t('app.feeds.selection')).fill('127.0.0.1:9, 127.0.0.1:10');
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.feeds.createAction')).click();
    await page.getByText(t('refusal.server-password-required')).waitFor();
    await page.getByLabel(t('app.feeds.serverPassword'), { exact: true }).fill('the community');
    await button(t('app.feeds.createAction')).click();
    await page.getByRole('heading', { name: 'SNMP · 127.0.0.1:9, 127.0.0.1:10' }).waitFor();
    expect(await feeds()).toMatchObject([{ type: 'snmp', server_id: server.id }]);
  });

  it("of an account below can read from an ancestor's server, shown with its account", async () => {
    await dashboard.browser.close();
    dashboard = await openDashboard(world, world.channel, phone);
    ({ page } = dashboard);
    const at = { type: 'print_tracker', url: printServer.url, username: 'u', password: 'the key' };
    const { body: server } = await world.channel.api.post('/servers', at);
    await open('feeds/new');
    await choose('portal', 'Print Tracker');
    await page
      .getByLabel(t('app.feeds.server'), { exact: true })
      .selectOption({ label: `${printServer.url} (${world.channel.account.displayName})` });
    await page.getByLabel(t('app.feeds.selection')).fill('office');
    await button(t('app.feeds.createAction')).click();
    await page.getByText(printServer.url).waitFor();
    expect(await feeds()).toMatchObject([{ server_id: server.id, health_check: 'healthy' }]);
    await createPushFeed(world, { owner: member });
    await page
      .getByRole('link', { name: t('app.feeds.title') })
      .last()
      .click();
    await page.getByRole('link', { name: 'fmaudit' }).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
  });
});
