import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { findUser } from '../../src/features/users/user-store.js';
import { apiClient, type Json } from '../support/api-client.js';
import { bill } from '../support/billing.js';
import { describeInBrowser } from '../support/browser.js';
import {
  expectCleanPage,
  expectCleanPageOnBothScreens,
  hostile,
  phone,
} from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { createAcceptedUser, signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('In the dashboard', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld({ REGROVE_CURRENCY: 'EUR' });
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    expect(dashboard.pageErrors).toEqual([]);
    await dashboard.browser.close();
  });

  describe('in your own account', () => {
    const { t, date } = i18nFor(phone.locale);
    const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
      within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
    const dialog = (): Locator => page.getByRole('dialog');
    const row = (text: string): Locator => page.getByRole('listitem').filter({ hasText: text });

    const open = async (member: TestAccount, screen: string): Promise<void> => {
      dashboard = await openDashboard(world, member, phone);
      ({ page } = dashboard);
      await dashboard.goTo(`/accounts/${member.id}/${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };

    it('keys are created, shown once, used, and revoked', async () => {
      const member = await world.newAccount('customer', world.channel);
      await open(member, 'keys');
      await button(t('app.keys.create')).click();
      await dialog().getByLabel(t('app.keys.name')).fill(hostile);
      await page.getByLabel(t('app.keys.revision')).selectOption('1.6.3');
      await button(t('app.keys.createAction')).click();
      await dialog().getByText(t('app.keys.newKeyText')).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await button(t('app.copy'), dialog()).first().click();
      const key = String(await page.evaluate('navigator.clipboard.readText()'));
      expect(await dialog().locator('code').last().innerText()).toContain(`-u '${key}:'`);
      const { body } = await apiClient(world.server, key).get('/account');
      expect(body.id).toBe(member.id);
      // Escape must not close the dialog by accident.
      await page.keyboard.press('Escape');
      await button(t('app.keys.done')).click();
      await dialog().waitFor({ state: 'hidden' });
      expect(await page.content()).not.toContain(key);
      await page.reload();
      await row(hostile).waitFor();
      expect(await row(hostile).innerText()).toContain('1.6.3');
      await expectCleanPageOnBothScreens(dashboard);

      await button(t('app.keys.revokeOf', { name: hostile })).click();
      await dialog().getByText(t('app.keys.revokeText')).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await button(t('app.keys.revoke'), dialog()).click();
      await row(hostile).getByText(t('app.keys.revoked'), { exact: true }).waitFor();
      expect(await button(/./, row(hostile)).count()).toBe(0);
      expect((await apiClient(world.server, key).get('/account')).status).toBe(401);
      expect((await member.api.get('/account')).status).toBe(200);
    });

    it("users are invited and removed, and the user's own language is changed", async () => {
      const member = await world.newAccount('customer', world.channel);
      await open(member, 'users');
      await button(t('app.users.invite')).click();
      await button(t('app.users.inviteAction')).click();
      await page.getByText(t('app.required')).waitFor();
      const address = `${phone.locale}.invited@example.com`;
      await page.getByLabel(t('app.signIn.email')).fill(address);
      await page.getByLabel(t('app.users.name'), { exact: true }).fill(hostile);
      await page.getByLabel(t('app.users.language'), { exact: true }).selectOption('de');
      await expectCleanPageOnBothScreens(dashboard);
      await button(t('app.users.inviteAction')).click();
      await page.getByText(t('app.users.invited', { address })).waitFor();
      await row(hostile).getByText('Deutsch').waitFor();
      const { body: users } = await member.api.get('/users');
      expect(users.at(-1)).toMatchObject({ email: address, full_name: hostile, locale: 'de' });
      const mails = await world.server.sql('select from mails where account_id = $1 and user_id = $2', [
        member.id,
        users.at(-1).id,
      ]);
      expect(mails).toHaveLength(1);
      await row(hostile).getByText(t('app.users.pending')).waitFor();
      await expectCleanPageOnBothScreens(dashboard);

      const again = page.waitForResponse((answer) => answer.url().endsWith('/invitation'));
      await button(t('app.users.inviteAgainOf', { name: hostile })).click();
      expect((await again).status()).toBe(200);

      await button(t('app.users.removeOf', { name: hostile })).click();
      await button(t('app.users.remove'), dialog()).click();
      await row(hostile).waitFor({ state: 'hidden' });
      expect((await member.api.get('/users')).body).toHaveLength(users.length - 1);

      // The new language is displayed before it is saved.
      const kept = page.waitForResponse((answer) => answer.request().method() !== 'GET');
      await page.getByLabel(t('app.users.ownLanguage')).selectOption('fr');
      await page.getByRole('heading', { level: 1, name: 'Utilisateurs' }).waitFor();
      await kept;
      const [self] = (await member.api.get('/users')).body;
      expect(self.locale).toBe('fr');
    });

    it('invitations from other accounts are declined, or accepted and opened', async () => {
      const member = await world.newAccount('customer', world.channel);
      const [unknown, known] = [await world.newAccount('distributor'), await world.newAccount('distributor')];
      await open(member, 'users');
      const { body: users } = await member.api.get('/users');
      const email = String(users[0].email);
      for (const { account } of [unknown, known]) await createInvitedUser(world.server, account, { email });
      await page.reload();
      const decline = button(t('app.invitations.declineOf', { account: unknown.account.displayName }));
      await decline.waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await decline.click();
      await decline.waitFor({ state: 'hidden' });
      expect((await unknown.api.get('/users')).body).toEqual([]);
      await button(t('app.invitations.acceptOf', { account: known.account.displayName })).click();
      await page.waitForURL((url) => url.pathname.startsWith(`/accounts/${known.id}`));
      await page.getByText(known.account.displayName).first().waitFor();
      await expectCleanPageOnBothScreens(dashboard);
    });

    it('users who remove themselves are warned, and signed out', async () => {
      const member = await world.newAccount('customer', world.channel);
      await open(member, 'users');
      await row(t('app.users.you')).getByRole('button').click();
      await dialog().getByText(t('app.users.removeSelfText')).waitFor();
      await button(t('app.users.remove'), dialog()).click();
      await dialog().getByText(t('refusal.last-full-user')).waitFor();
      await createAcceptedUser(world.server, member.account);
      await button(t('app.users.remove'), dialog()).click();
      await page.getByRole('heading', { level: 1, name: t('app.signIn.title'), exact: true }).waitFor();
      expect((await member.api.get('/users')).body).toHaveLength(1);
    });

    it('sessions are distinguishable and can be ended, one by one or all others together', async () => {
      const member = await world.newAccount('customer', world.channel);
      await open(member, '');
      const { body } = await member.api.get('/users');
      const user = await findUser(world.server.running.instance.context.db, member.account.id, body[0].id);
      if (!user) throw new Error('Nobody is signed in');
      const elsewhere = (agent: string) => signInVisitor(world.server, user, { 'user-agent': agent });
      const phone = await elsewhere(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      );
      const odd = await elsewhere(hostile);
      await button(t('app.user.menu')).click();
      await page.getByRole('menuitem', { name: t('app.sessions.title') }).click();
      await page.getByRole('heading', { level: 1, name: t('app.sessions.title') }).waitFor();
      const iphone = t('app.sessions.on', { browser: 'Safari', system: 'iPhone' });
      await row(iphone).waitFor();
      await row(t('app.sessions.unknownBrowser')).waitFor();
      await row(t('app.sessions.current')).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await button(t('app.sessions.endOf', { name: iphone })).click();
      await button(t('app.sessions.end'), dialog()).click();
      await row(iphone).waitFor({ state: 'hidden' });
      expect((await phone.get('/app/session')).status).toBe(401);
      expect((await odd.get('/app/session')).status).toBe(200);
      await button(t('app.sessions.endOthers')).click();
      await button(t('app.sessions.endOthers'), dialog()).click();
      await page.getByText(t('app.sessions.onlyThis')).waitFor();
      expect((await odd.get('/app/session')).status).toBe(401);
    });

    it('invoices are listed, read, printed and downloaded', async () => {
      const member = await world.newAccount('customer', world.channel);
      await world.channel.api.patch(`/accounts/${member.id}`, { name: `${hostile} ${phone.locale}` });
      await open(member, 'invoices');
      await page.getByRole('heading', { name: t('app.invoices.emptyTitle') }).waitFor();
      const project_id = world.projects.forest;
      await member.api.post('/biomass/offsets', { pages: 500_000, date: '2025-09-02', project_id });
      await bill(world.server, '2025-09');
      await page.reload();
      const amount = new Intl.NumberFormat(phone.locale, { style: 'currency', currency: 'EUR' }).format(150);
      await page.getByRole('cell', { name: amount }).waitFor();
      await expectCleanPageOnBothScreens(dashboard);
      await page.locator('tbody').getByRole('link').click();
      const paper = page.getByRole('article');
      await paper.waitFor();
      const text = await paper.innerText();
      for (const said of [hostile, amount, t('app.invoices.reforestation', { project: 'Forest' })])
        expect(text).toContain(said);
      expect(text).toContain(date(new Date('2025-09-02'), 'medium'));
      await expectCleanPageOnBothScreens(dashboard);
      for (const [format, label] of [
        ['csv', t('app.downloadCsv')],
        ['json', t('app.downloadJson')],
      ] as const) {
        await button(t('app.download')).click();
        const download = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: label }).click();
        const file = await download;
        expect(file.suggestedFilename()).toBe(`invoices-2025-09.${format}`);
        expect(await readFile(await file.path(), 'utf8')).toContain(member.id);
      }
      await page.emulateMedia({ media: 'print' });
      expect(await paper.isVisible()).toBe(true);
      for (const unprinted of [page.locator('body header').first(), button(t('app.invoices.print'))])
        expect(await unprinted.isVisible()).toBe(false);
    });

    it('settings are changed, and the badge becomes public', async () => {
      const member = await world.newAccount('customer', world.channel);
      await open(member, 'settings');
      const name = page.getByLabel(t('app.accounts.displayName'));
      await name.fill(hostile);
      await page.getByLabel(t('app.settings.language')).selectOption('ko');
      await button(t('app.save')).first().click();
      await page.getByText(t('app.settings.saved')).first().waitFor();
      // The header shows the name of the account.
      await page.getByRole('banner').getByText(hostile).waitFor();
      await page.getByLabel('Mangroves').check();
      await button(t('app.save')).last().click();
      const settings = async (): Promise<Json> => (await member.api.get('/settings')).body;
      await expect
        .poll(settings)
        .toMatchObject({ locale: 'ko', carbon_project_ids: [world.carbon.mangroves], badge_enabled: false });
      expect((await member.api.get('/account')).body.display_name).toBe(hostile);
      expect(await page.getByLabel('Sold out').count()).toBe(0);

      await page.getByRole('switch').press(' ');
      const preview = page.getByRole('img', { name: t('app.settings.badgePreview') });
      await preview.waitFor();
      await expect
        .poll(() => page.evaluate(`document.querySelector('img[src*="/badge.svg"]').naturalWidth`))
        .toBeGreaterThan(100);
      const { badge_url: url } = await settings();
      await button(t('app.copy')).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        `<img src="${String(url)}?locale=ko" alt="${i18nFor('ko').t('badge.label')}">`,
      );
      await expectCleanPageOnBothScreens(dashboard);
      await page.getByRole('switch').press(' ');
      await preview.waitFor({ state: 'hidden' });
      expect(await settings()).toMatchObject({ badge_enabled: false });
    });
  });

  it('an account below can be managed like your own after entering it', async () => {
    dashboard = await openDashboard(world, world.channel, { width: 1280 });
    ({ page } = dashboard);
    await dashboard.goTo(`/accounts/${world.customer.id}/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByRole('dialog').locator('code').first().innerText();
    expect((await apiClient(world.server, key).get('/account')).body.id).toBe(world.customer.id);
    await page.getByRole('button', { name: 'I’ve stored the key' }).click();
    await page.getByRole('button', { name: 'Edit “Unnamed key”' }).first().click();
    await page.getByRole('switch', { name: 'Allow changes by MCP' }).press(' ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Allows changes by MCP').waitFor();
    await expectCleanPage(dashboard);
    await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { name: 'No users yet' }).waitFor();
  });
});
