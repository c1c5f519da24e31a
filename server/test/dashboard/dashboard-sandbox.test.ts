import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { schemaOfSandbox } from '../../src/database/sandbox-schema-name.js';
import { createSandbox, type CreatedSandbox } from '../../src/features/sandboxes/create-sandbox.js';
import { runSandbox } from '../../src/jobs/sandbox/run-sandbox.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { defaultRevision } from '../../src/wire/revisions/index.js';
import { describeInBrowser } from '../support/browser.js';
import {
  expectCleanPage,
  expectCleanPageOnBothScreens,
  navigateTo,
  phone,
} from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('Sandboxes in the dashboard', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-11-17T09:30:00Z');
  });
  afterAll(() => world.stop());
  afterEach(() => dashboard.browser.close());

  const open = async (
    member: TestAccount,
    path: string,
    options: Parameters<typeof openDashboard>[2] = {},
  ): Promise<void> => {
    dashboard = await openDashboard(world, member, options);
    ({ page } = dashboard);
    await dashboard.goTo(path);
    await page.locator('main h1').waitFor();
  };

  const sandboxOf = (member: TestAccount, name = 'Try-out'): Promise<CreatedSandbox> =>
    createSandbox(world.server.running.instance.context, {
      owner: member.account,
      name,
      revision: defaultRevision,
    });

  /** Does what the worker does. */
  const run = async (sandbox: CreatedSandbox): Promise<void> => {
    const never = new AbortController().signal;
    const { context } = world.server.running.instance;
    expect(await runSandbox(context, sandbox, { turn: never, stopping: never })).toBe(true);
  };

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const background = (selector: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`);

  it('one is created at a desk, and its month-end seen', async () => {
    const { t } = i18nFor('en');
    const member = await world.newAccount('distributor');
    await open(member, `/accounts/${member.id}`, { width: 1280 });
    const liveDesk = await background('body');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('app.sandboxes.title') })
      .click();
    await page.getByText(t('app.sandboxes.emptyTitle')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page.setViewportSize({ width: 1280, height: 900 });
    await button(t('app.sandboxes.create')).first().click();
    await page.getByLabel(t('app.keys.name')).fill('Month-end');
    await button(t('app.sandboxes.createAction')).click();
    const dialog = page.getByRole('dialog');
    const key = await dialog.locator('code').first().textContent();
    expect(key).toMatch(/^rg_test_/);
    await dialog.getByText(t('app.sandboxes.firstKey'), { exact: true }).waitFor();
    const opening = dialog.getByRole('link', { name: t('app.sandboxes.open') });
    expect(await opening.getAttribute('href')).toMatch(/^\/sandbox\/[\da-f-]{36}\/$/);
    await button(t('app.copy')).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await expectCleanPage(dashboard);
    await button(t('app.keys.done')).click();
    await page.getByText(t('app.sandboxes.clock', { moment: 'Nov 17, 2026, 09:30 AM UTC' })).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole('link', { name: t('app.sandboxes.openOf', { name: 'Month-end' }) }).click();
    const band = page.getByRole('complementary', { name: t('app.sandbox.word') });
    await band.getByText('Nov 17, 2026, 09:30 AM UTC').waitFor();
    // Its clock may be years ahead of that.
    await band.getByText('Closes on Dec 17, 2026 in real time').waitFor();
    await page.locator('main h1').waitFor();
    expect(await background('body')).not.toBe(liveDesk);
    expect(await page.title()).toMatch(/^Sandbox · /);
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('sandbox-icon');
    const navigation = page.getByRole('navigation');
    expect(await navigation.getByRole('link', { name: t('app.sandboxes.title') }).count()).toBe(0);
    await button(t('app.user.menu')).click();
    await page.getByRole('menuitem', { name: t('app.user.signOut') }).waitFor();
    expect(await page.getByRole('menuitem', { name: t('app.sessions.title') }).count()).toBe(0);
    await page.keyboard.press('Escape');

    // While it advances, nothing can be changed.
    const [sandbox] = await world.server.sql<{ id: string }>('select id from sandboxes where owner_id = $1', [
      member.id,
    ]);
    const id = sandbox?.id ?? '';
    await navigation.getByRole('link', { name: t('app.keys.title') }).click();
    await button(t('app.keys.create')).waitFor();
    await band.getByRole('button', { name: t('app.sandbox.first') }).click();
    await band.getByText(t('app.sandbox.advancing', { date: 'Dec 1, 2026' })).waitFor();
    expect(await button(t('app.keys.create')).isDisabled()).toBe(true);
    await expectCleanPageOnBothScreens(dashboard);
    await page.setViewportSize({ width: 1280, height: 900 });
    await run({ id, expiresAt: new Date('2026-12-17T09:30:00Z') } as CreatedSandbox);
    await band.getByText('Dec 1, 2026, 12:00 PM UTC').waitFor();
    expect(await button(t('app.keys.create')).isDisabled()).toBe(false);

    await navigation.getByRole('link', { name: t('app.mails.title') }).click();
    await page.locator('main li').first().waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page
      .getByRole('link', { name: /November 2026/ })
      .first()
      .click();
    const mail = page.frameLocator('iframe');
    await mail.locator('body').getByText('Regrove').first().waitFor();
    expect(await page.locator('iframe').evaluate((frame) => frame.clientHeight)).toBeGreaterThan(300);
    const colour = await mail
      .locator('p a')
      .first()
      .evaluate((link) => link.ownerDocument.defaultView?.getComputedStyle(link).color);
    expect(colour).toBe('rgb(61, 139, 95)');
    expect(await mail.locator('a').first().getAttribute('href')).toContain(`/sandbox/${id}/`);
    await expectCleanPageOnBothScreens(dashboard);

    await page.setViewportSize({ width: 1280, height: 900 });
    await navigation.getByRole('link', { name: t('app.mails.title') }).click();
    await page
      .getByRole('link', { name: /TEST-\d{6}/ })
      .first()
      .click();
    const attachment = page.getByRole('region', { name: t('app.mails.attachments') }).getByRole('link');
    expect(await attachment.innerText()).toMatch(/^TEST-\d{6}\.pdf$/);
    const saved = page.waitForEvent('download');
    await attachment.click();
    expect((await saved).suggestedFilename()).toBe(await attachment.innerText());
    await expectCleanPageOnBothScreens(dashboard);

    await page.setViewportSize({ width: 1280, height: 900 });
    const [owner] = await world.server.sql<{ account: string }>(
      `select account_id as account from ${schemaOfSandbox(id)}.biomass_certificates limit 1`,
    );
    const account = owner?.account ?? '';
    await navigateTo(page, `/sandbox/${id}/accounts/${account}/certificates`);
    const card = page.locator('main article').first();
    await card.getByText(t('app.sandbox.word'), { exact: true }).waitFor();
    expect(await card.getByRole('link').first().getAttribute('href')).toContain(
      `/sandbox/${id}/certificates/`,
    );
    await navigateTo(page, `/sandbox/${id}/accounts/${account}/invoices`);
    await page.locator('tbody a').first().click();
    await page.locator('tfoot').waitFor();
    const pdf = page.getByRole('link', { name: /PDF/ }).first();
    expect(await pdf.getAttribute('href')).toContain(`/sandbox/${id}/app/`);
    await expectCleanPageOnBothScreens(dashboard);

    await band.getByRole('link', { name: t('app.sandbox.live') }).click();
    await page.waitForURL((url) => url.pathname.startsWith(`/accounts/${member.id}`));
    await page.locator('main h1').waitFor();
    expect(await background('body')).not.toBe('rgb(243, 237, 249)');
    await navigateTo(page, `/accounts/${member.id}/sandboxes`);
    await button(t('app.sandboxes.deleteOf', { name: 'Month-end' })).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('app.sandboxes.delete') })
      .click();
    await page.getByText(t('app.sandboxes.emptyTitle')).waitFor();
    await dashboard.goTo(`/sandbox/${id}/`);
    await page.getByText(t('app.sandbox.goneText')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
  });

  it('on a phone, the band is complete, and a chosen day is advanced to', async () => {
    const { t } = i18nFor('ja');
    const member = await world.newAccount('distributor');
    const sandbox = await sandboxOf(member);
    await open(member, `/sandbox/${sandbox.id}/`, phone);
    const band = page.getByRole('complementary', { name: t('app.sandbox.word') });
    await band.getByRole('button', { name: t('app.sandbox.choose') }).click();
    const day = page.getByRole('dialog').getByLabel(t('app.date'));
    expect([await day.getAttribute('min'), await day.getAttribute('max'), await day.inputValue()]).toEqual([
      '2026-11-18',
      '2028-10-31',
      '2026-12-01',
    ]);
    await expectCleanPage(dashboard);
    await day.fill('2026-11-16');
    await button(t('app.sandbox.advance')).click();
    await page.getByText(t('refusal.clock-backwards')).waitFor();
    await day.fill('2026-12-02');
    await button(t('app.sandbox.advance')).click();
    await band.getByRole('progressbar').waitFor();
    await expectCleanPage(dashboard);
    await run(sandbox);
    await band.getByText('2026年12月2日').waitFor();
    await navigateTo(page, `/sandbox/${sandbox.id}/accounts/${sandbox.accountId}/mails`);
    await page.locator('main li a').first().click();
    await page.frameLocator('iframe').locator('body').getByText('Regrove').first().waitFor();
    await expectCleanPage(dashboard);
    expect(dashboard.requests.filter(({ path }) => !path.startsWith('/sandbox/'))).toEqual([]);

    // The language is the person's, and live.
    await button(t('app.user.menu')).click();
    await page
      .getByRole('menuitem', { name: new RegExp(t('app.language.now', { language: '日本語' })) })
      .hover();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByText(i18nFor('de').t('app.sandbox.live')).waitFor();
    await until(
      'the language to be saved',
      () =>
        world.server.sql<{ locale: string }>('select locale from users where account_id = $1', [member.id]),
      (users) => users.every(({ locale }) => locale === 'de'),
    );
  });

  it('simulated printers are connected, and no real ones are offered', async () => {
    const { t } = i18nFor('ja');
    const member = await world.newAccount('distributor');
    const sandbox = await sandboxOf(member);
    const feeds = `/sandbox/${sandbox.id}/accounts/${sandbox.accountId}/feeds`;
    await open(member, feeds, phone);
    // It calls no servers.
    expect(await page.getByRole('link', { name: t('app.servers.title') }).count()).toBe(0);
    await page
      .getByRole('link', { name: t('app.feeds.create') })
      .first()
      .click();
    const choices = page.getByRole('group', { name: t('app.feeds.whichType') }).getByRole('radio');
    for (const place of ['portal', 'reachable'] as const) {
      await page.getByRole('radio', { name: t(`app.feeds.place.${place}`) }).check();
      await choices.first().waitFor();
      expect(await choices.count()).toBe(1);
    }
    await page.getByText(t('app.feeds.simulated.about')).waitFor();
    await page.getByRole('radio', { name: t('app.feeds.simulated.name') }).check();
    expect(await page.getByLabel(t('app.servers.url'), { exact: true }).count()).toBe(0);
    const selection = page.getByLabel(t('app.feeds.selection'));
    expect(await selection.getAttribute('placeholder')).toBe('devices=20,daily=500,seed=7');
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.feeds.createAction')).click();
    await page.getByText(t('app.required')).waitFor();
    await selection.fill('devices=3,daily=50,seed=1');
    await button(t('app.feeds.createAction')).click();
    await page
      .getByRole('heading', {
        level: 1,
        name: `${t('app.feeds.simulated.name')} · devices=3,daily=50,seed=1`,
      })
      .waitFor();
    expect(await page.getByText(t('app.feeds.server'), { exact: true }).count()).toBe(0);
    await expectCleanPageOnBothScreens(dashboard);
    await button(t('app.feeds.actions')).click();
    await page.getByRole('menuitem', { name: t('app.feeds.change') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('app.feeds.selection')).fill('devices=4,daily=50,seed=1');
    expect(await dialog.getByLabel(t('app.feeds.server')).count()).toBe(0);
    await dialog.getByRole('button', { name: t('app.save') }).click();
    await page.getByRole('heading', { level: 1, name: /devices=4/ }).waitFor();

    await dashboard.goTo(`/accounts/${member.id}/feeds/new`);
    await page.getByRole('radio', { name: t('app.feeds.place.reachable') }).check();
    await page.getByRole('radio', { name: 'SNMP' }).waitFor();
    expect(await page.getByText(t('app.feeds.simulated.name')).count()).toBe(0);
  });

  it('those who are not signed in come back to its screen, and others do not see it', async () => {
    const { t } = i18nFor('en');
    const member = await world.newAccount('distributor');
    const sandbox = await sandboxOf(member);
    const screen = `/sandbox/${sandbox.id}/accounts/${sandbox.accountId}/invoices`;
    await open(member, screen, { isSignedIn: false });
    await page.getByLabel(t('app.signIn.email')).fill('nobody@example.com');
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await button(t('app.signIn.action')).click();
    expect([new URL((await asked).url()).pathname, (await asked).postDataJSON()]).toEqual([
      '/app/sign-in',
      { email: 'nobody@example.com', next: screen },
    ]);
    await dashboard.browser.close();
    await open(world.stranger, screen);
    await page.getByText(t('app.sandbox.goneText')).waitFor();
    await dashboard.browser.close();
    await open(member, `/sandbox/${sandbox.id}/`, { permission: 'restricted' });
    const band = page.getByRole('complementary', { name: t('app.sandbox.word') });
    await band.getByText(t('app.sandbox.live')).waitFor();
    expect(await band.getByRole('button').count()).toBe(0);
  });

  it('operators see those of all accounts, and open their own', async () => {
    const { t } = i18nFor('en');
    await world.server.sql('delete from sandboxes');
    await sandboxOf(world.distributor, 'Of a distributor');
    const { context } = world.server.running.instance;
    const ours = await createSandbox(context, { name: 'Ours', revision: defaultRevision });
    await open(world.stranger, '/operator/sandboxes', { isOperator: true, width: 1280 });
    await page.getByText(world.distributor.account.name).first().waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    expect(await page.getByRole('link', { name: t('app.sandboxes.open') }).count()).toBe(1);
    await page.getByRole('link', { name: t('app.sandboxes.openOf', { name: 'Ours' }) }).click();
    await page.waitForURL((url) => url.pathname.startsWith(`/sandbox/${ours.id}/`));
    await page.getByText(t('app.sandbox.live')).waitFor();
    expect(await page.getByText(t('app.operator.heading')).count()).toBe(0);
    await dashboard.goTo('/operator/sandboxes');
    await button(t('app.sandboxes.deleteOf', { name: 'Of a distributor' })).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('app.sandboxes.delete') })
      .click();
    await page.getByText('Of a distributor', { exact: true }).waitFor({ state: 'detached' });
    expect(await world.server.sql("select name from sandboxes where state = 'ready'")).toEqual([
      { name: 'Ours' },
    ]);
  });
});
