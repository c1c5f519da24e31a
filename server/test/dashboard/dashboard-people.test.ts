import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPageOnBothScreens, hostile, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { createResources } from '../support/resources.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

describeInBrowser('People in the dashboard', () => {
  let world: World;
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

  const row = (text: string): Locator => page.getByRole('listitem').filter({ hasText: text });

  it('users with full permission choose that of others, and invite many from a file', async () => {
    const { t } = i18nFor('en');
    const member = await world.newAccount('channel', world.distributor);
    const below = await world.newAccount('customer', member);
    await member.api.patch(`/accounts/${below.id}`, { external_id: 'below-1' });
    const colleague = await createInvitedUser(world.server, member.account, { fullName: hostile });
    dashboard = await openDashboard(world, member, { locale: 'en' });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${member.id}/users`);
    await row(hostile).getByText(t('app.users.pending')).waitFor();
    const choice = page.getByLabel(t('app.users.permissionOf', { name: hostile }));
    await choice.selectOption('restricted');
    await page.getByText(t('app.users.permissionSaved', { name: hostile })).waitFor();
    const kept = await member.api.get(`/users/${colleague.id}?expand=permission`);
    expect(kept.body.permission).toBe('restricted');

    // Nobody else has full permission now.
    await page.getByLabel(t('app.users.permissionOf', { name: 'Jo Doe' })).selectOption('restricted');
    await page.getByRole('button', { name: t('app.users.restrict'), exact: true }).click();
    await page.getByRole('dialog').getByText(t('refusal.last-full-user')).waitFor();
    await page.getByRole('button', { name: t('app.cancel') }).click();
    await expectCleanPageOnBothScreens(dashboard);

    await page.getByRole('link', { name: t('app.users.import') }).click();
    const choose = (csv: string) =>
      page
        .getByLabel(t('app.deposits.choose'))
        .and(page.locator('input'))
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText(t('app.users.importLimit', { max: 500 })).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await choose('email,locale,account\nfirst@example.com,,below-1\nfirst@example.com,tlh,elsewhere\n');
    await page.getByText(t('refusal.account-unknown')).waitFor();
    await page.getByText(t('refusal.not-in-list')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page.getByRole('button', { name: t('app.deposits.anotherFile') }).click();
    await choose(
      `email,full_name,permission,account\nfirst@example.com,${hostile.replaceAll('"', '')},restricted,below-1\nsecond@example.com,,,\n`,
    );
    await page.getByText(t('app.users.importText')).waitFor();
    await expectCleanPageOnBothScreens(dashboard);
    await page.getByRole('button', { name: t('app.users.importAction', { count: 2 }) }).click();
    await row('second@example.com').getByText(t('app.users.pending')).waitFor();
    expect((await below.api.get('/users')).body).toMatchObject([{ email: 'first@example.com' }]);
  });

  it('restricted users read everything, see no buttons for changes, and are told why', async () => {
    const { t } = i18nFor(phone.locale);
    const member = await world.newAccount('channel', world.distributor);
    const made = await createResources(world, member);
    const one = (kind: string): string => `${kind.slice(1)}/${made[kind] ?? ''}`;
    await world.newAccount('customer', member);
    await signInVisitor(world.server, await createInvitedUser(world.server, member.account));
    dashboard = await openDashboard(world, member, { ...phone, permission: 'restricted', isOperator: true });
    ({ page } = dashboard);
    const changes = [
      'app.accounts.create',
      'app.deposits.add',
      'app.deposits.import',
      'app.feeds.create',
      'app.servers.create',
      'app.keys.create',
      'app.keys.revoke',
      'app.offsets.create',
      'app.orders.create',
      'app.orders.place',
      'app.quotes.create',
      'app.quotes.execute',
      'app.quotes.shareCreate',
      'app.quotes.shareReplace',
      'app.quotes.shareRevoke',
      'app.operator.payments.mark',
      'app.start.dismiss',
      'app.users.invite',
      'app.users.import',
      'app.users.remove',
      'app.users.inviteAgain',
      'app.delete',
    ] as const;
    const texts = changes.map((key) => t(key));
    const screens = [
      '',
      'offsets',
      'deposits',
      'feeds',
      one('/feeds'),
      'feeds/servers',
      'quotes',
      one('/quotes'),
    ]
      .concat(['orders', one('/orders'), 'accounts', 'projects', 'keys', 'users'])
      .map((screen) => `/accounts/${member.id}/${screen}`);
    for (const path of [
      ...screens,
      '/operator/accounts',
      '/operator/forestry-projects',
      '/operator/months',
      '/operator/payments',
      '/operator/credit-notes',
    ]) {
      await dashboard.goTo(path);
      await page.getByText(t('app.readOnly.text')).waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const main = page.locator('main');
      const names = await main.locator('button:enabled, a').allInnerTexts();
      expect([path, names.filter((name) => texts.includes(name.trim()))]).toEqual([path, []]);
    }
    // Prices have their currency, which never needs a request that would be refused.
    for (const screen of ['quotes', one('/quotes'), 'orders']) {
      await dashboard.goTo(`/accounts/${member.id}/${screen}`);
      await page.locator('main').getByText('$').first().waitFor();
    }
    const sent = dashboard.requests.filter(({ method }) => method !== 'GET');
    expect(sent.map(({ path }) => path)).toEqual([]);

    await dashboard.goTo(`/accounts/${member.id}/users`);
    await page.getByText(t('app.users.full')).first().waitFor();
    await expectCleanPageOnBothScreens(dashboard);

    await dashboard.goTo(`/accounts/${member.id}/settings`);
    await page
      .getByRole('button', { name: t('app.save') })
      .first()
      .waitFor();
    expect(await page.locator('main fieldset input:enabled, main fieldset button:enabled').count()).toBe(0);
    await expectCleanPageOnBothScreens(dashboard);

    for (const path of ['orders/new', 'quotes/new', 'feeds/new', 'deposits/import', 'users/import']) {
      await dashboard.goTo(`/accounts/${member.id}/${path}`);
      await page.getByText(t('app.readOnly.screen')).waitFor();
    }
    await expectCleanPageOnBothScreens(dashboard);

    // Their own mails are theirs to choose.
    await page.getByRole('button', { name: t('app.user.menu') }).click();
    await page.getByRole('menuitem', { name: t('app.notifications.title') }).click();
    const choice = page.getByRole('switch', { name: t('app.notifications.feeds') });
    expect(await choice.isChecked()).toBe(true);
    await choice.click({ force: true });
    await page.getByText(t('app.notifications.saved')).waitFor();
    await page.reload();
    await choice.waitFor();
    expect(await choice.isChecked()).toBe(false);
    await expectCleanPageOnBothScreens(dashboard);
  });
});
