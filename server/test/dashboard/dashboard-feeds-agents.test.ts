import type { Page } from 'playwright-core';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { apiClient, type Json } from '../support/api-client.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, hostile, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('Printers that the server cannot reach, in the dashboard', () => {
  const { t } = i18nFor(phone.locale);
  let world: World;
  let member: TestAccount;
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

  const signIn = async (options: object = {}): Promise<void> => {
    dashboard = await openDashboard(world, member, { ...phone, ...options });
    ({ page } = dashboard);
  };
  const open = async (path: string): Promise<void> => {
    await dashboard.goTo(`/accounts/${member.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const place = (name: 'reachable' | 'office' | 'portal') =>
    page.getByRole('radio', { name: t(`app.feeds.place.${name}`) });
  const types = () => page.getByRole('group', { name: t('app.feeds.whichType') }).getByRole('radio');
  const feeds = async (): Promise<Json[]> => (await member.api.get('/feeds')).body;
  const agents = async (feedId: string): Promise<Json[]> =>
    (await member.api.get(`/feeds/${feedId}/agents`)).body;
  /** As the agent does, with what the command says. */
  const enrol = async (command: string, name: string): Promise<Json> => {
    const [, token] = /^regrove-agent enrol \S+ (\S+)$/.exec(command) ?? [];
    const { statusCode, body } = await request(`${world.server.url}/agents/enrol`, {
      method: 'POST',
      dispatcher: world.server.agent,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, name, version: '1.2.3' }),
    });
    expect(statusCode).toBe(200);
    return (await body.json()) as Json;
  };

  it('are asked for by place, which narrows the types', async () => {
    member = await world.newAccount('customer', world.channel);
    await signIn();
    await open('feeds/new');
    await place('reachable').waitFor();
    expect(await types().count()).toBe(0);
    const offered: string[][] = [];
    for (const at of ['reachable', 'portal'] as const) {
      await place(at).check();
      await types().first().waitFor();
      offered.push(await types().evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? '')));
      await expectCleanPageOnBothScreens(dashboard);
    }
    expect(offered).toEqual([
      ['snmp', 'ipp'],
      ['papercut', 'print_tracker', 'ndd_print', 'printerpoint', '_push'],
    ]);
    // A form does not outlive the place that it was for.
    await types().first().check();
    await page.getByLabel(t('app.servers.url'), { exact: true }).waitFor();
    await place('reachable').check();
    await page.getByRole('radio', { name: 'SNMP' }).waitFor();
    expect(await page.getByLabel(t('app.servers.url'), { exact: true }).count()).toBe(0);
  });

  it('in an office are read by an agent: command, arrival, report and revocation', async () => {
    member = await world.newAccount('customer', world.channel);
    await signIn();
    await open('feeds/new');
    await place('office').check();
    await page.getByText(t('app.feeds.agent.before')).waitFor();
    await page.getByLabel(t('app.feeds.agent.office'), { exact: true }).fill(hostile);
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.feeds.createAction')).click();

    await page.getByRole('heading', { level: 1, name: t('app.feeds.agent.install') }).waitFor();
    const [feed = {}] = await feeds();
    expect(feed).toMatchObject({ type: 'agent', external_id: hostile, collection_scope: 'all' });
    const feedId = String(feed.id);
    expect(await agents(feedId)).toEqual([]);
    await page.getByText(/^npm install --global \.\/regrove-agent-\d+\.\d+\.\d+\.tgz$/).waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    await button(t('app.feeds.agent.createCommand')).click();
    await page.getByText(t('app.feeds.agent.waiting')).waitFor();
    await page.getByText('24').first().waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    const commands = page.locator('main code');
    const command = (await commands.nth(1).textContent()) ?? '';
    await button(t('app.copy')).nth(1).click();
    await button(t('app.copied')).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(command);
    expect(await agents(feedId)).toMatchObject([{ status: 'pending' }]);
    const { key } = await enrol(command, `${hostile}-1`);
    await page.getByText(t('app.feeds.agent.connected', { name: `${hostile}-1` })).waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    const agent = apiClient(world.server, String(key));
    const trouble = [
      { address: '10.1.0.7', reason: 'noAnswer' },
      { address: '10.1.0.7', reason: hostile },
    ];
    const report = { version: '1.2.4', devices: 12, trouble };
    expect((await agent.post(`/feeds/${feedId}/agents/report`, report)).status).toBe(200);
    // A command is not shown again.
    await page.reload();
    await button(t('app.feeds.agent.createCommand')).waitFor();
    expect(await page.content()).not.toContain(command);
    await link(t('app.feeds.agent.toFeed')).click();

    await page.getByRole('heading', { level: 2, name: t('app.feeds.agent.agents') }).waitFor();
    await page.getByText(t('app.feeds.agent.version', { version: '1.2.4' })).waitFor();
    await page.getByText(t('app.feeds.agent.devices', { devices: 12 }), { exact: true }).waitFor();
    await page.getByText(t('app.feeds.agent.trouble', { devices: 2 })).click();
    await page.getByText('10.1.0.7').nth(1).waitFor();
    // Its id means nothing to people.
    const name = page.getByRole('rowheader').filter({ hasText: `${hostile}-1` });
    expect(await name.textContent()).toMatch(/^10\.1\.0\.7/);
    // Other software sends with curl, an agent by itself.
    expect(await page.getByText(t('app.feeds.push.title')).count()).toBe(0);
    await expectCleanPageOnBothScreens(dashboard);

    // Another one, named here, which never enrols.
    await link(t('app.feeds.agent.install')).click();
    await page.getByLabel(t('app.feeds.agent.agentName')).fill('Warehouse');
    await button(t('app.feeds.agent.createCommand')).click();
    await page.getByText(t('app.feeds.agent.waiting')).waitFor();
    await link(t('app.feeds.agent.toFeed')).click();
    await page.getByText(t('app.feeds.agent.pending')).waitFor();
    await button(t('app.feeds.agent.revokeOf', { name: 'Warehouse' })).click();
    await page.getByText(t('app.feeds.agent.revokeTitle', { name: 'Warehouse' })).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.cancel')).click();
    expect(await agents(feedId)).toHaveLength(2);

    await button(t('app.feeds.agent.revokeOf', { name: `${hostile}-1` })).click();
    await button(t('app.keys.revoke')).click();
    await page.getByText(t('app.feeds.agent.version', { version: '1.2.4' })).waitFor({ state: 'detached' });
    expect(await agents(feedId)).toMatchObject([{ name: 'Warehouse' }]);
    expect((await agent.post(`/feeds/${feedId}/agents/report`, report)).status).toBe(401);
    expect(await page.evaluate('window.stolen')).toBe(undefined);
  });

  it('restricted users see the agents, and cannot install or revoke one', async () => {
    member = await world.newAccount('customer', world.channel);
    const { body: feed } = await member.api.post('/feeds', { type: 'agent' });
    await member.api.post(`/feeds/${String(feed.id)}/agents`, { name: 'Warehouse' });
    await signIn({ permission: 'restricted' });
    await open(`feeds/${String(feed.id)}`);
    await page.getByText('Warehouse').waitFor();
    expect(await link(t('app.feeds.agent.install')).count()).toBe(0);
    expect(await button(t('app.feeds.agent.revokeOf', { name: 'Warehouse' })).count()).toBe(0);
    await expectCleanPageOnBothScreens(dashboard);
    await open(`feeds/${String(feed.id)}/install`);
    await page.getByText(t('app.readOnly.screen')).waitFor();
  });

  it('an installation is only there for feeds of agents', async () => {
    member = await world.newAccount('customer', world.channel);
    const { body: feed } = await member.api.post('/feeds', { type: 'fmaudit' });
    await signIn();
    for (const id of [String(feed.id), world.channel.id]) {
      await open(`feeds/${id}/install`);
      await page.getByText(t('app.notFound.title')).first().waitFor();
      expect(await button(t('app.feeds.agent.createCommand')).count()).toBe(0);
    }
  });

  it('a private address is explained, when it is typed and when it is called, with the offer of the agent', async () => {
    member = await world.newAccount('customer', world.channel);
    await signIn();
    await open('feeds/new?place=reachable');
    await page.getByRole('radio', { name: 'SNMP' }).check();
    const explained = page.getByRole('note').filter({ hasText: t('app.feeds.private.title') });
    const address = page.getByLabel(t('app.servers.url'), { exact: true });
    for (const [typed, isPrivate] of [
      ['snmp://printer.example.com', false],
      ['snmp://8.8.8.8', false],
      ['snmp://172.32.0.1', false],
      ['192.168.1.5', true],
      ['snmp://172.31.0.1:1161', true],
      ['snmp://printer.local', true],
      ['snmp://192.168.1.5', true],
    ] as const) {
      await address.fill(typed);
      await explained.waitFor({ state: isPrivate ? 'visible' : 'detached' });
    }
    await expectCleanPageOnBothScreens(dashboard);
    // Some servers may call it: the operator decides.
    await button(t('app.feeds.createAction')).click();
    await page.getByText(t('app.feeds.unhealthy'), { exact: true }).waitFor();
    await page.getByText(t('mail.reason.privateAddress', { host: '192.168.1.5' })).waitFor();
    await explained.waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    for (const action of ['check', 'collect'] as const) {
      await button(t(`app.feeds.${action}`)).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(t('app.feeds.private.title')).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await dialog.getByText(t('app.close'), { exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await link(t('app.feeds.private.action')).click();
    await page.getByLabel(t('app.feeds.agent.office'), { exact: true }).waitFor();
    expect(await place('office').isChecked()).toBe(true);
  });
});
