import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { localeNames, locales, type Locale } from '../../src/messages/locales.js';
import { describeInBrowser } from '../support/browser.js';
import { expectCleanPage, expectCleanPageOnBothScreens, phone } from '../support/dashboard-checks.js';
import { openDashboard, type Dashboard } from '../support/dashboard.js';
import { startIdentityProvider, type IdentityProvider } from '../support/identity-provider.js';
import { linkFor, createAcceptedUser, createInvitedUser } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

/** A phone or laptop that has passkeys and asks its owner, who agrees at once. */
async function addAuthenticator({ browser, page }: Dashboard): Promise<void> {
  const devTools = await browser.context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const cutLabels = `[...document.querySelectorAll('main :is(button, a) *, header button *')]
  .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1 && one.clientHeight > 0)
  .filter((one) => !one.closest('svg')).map((one) => one.textContent)`;

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describeInBrowser('Signing in to the dashboard', () => {
  let provider: IdentityProvider;
  let world: World;
  let dashboard: Dashboard;
  beforeAll(async () => {
    provider = await startIdentityProvider();
    world = await startWorld({ ...provider.env, REGROVE_HOST: 'localhost' });
    provider.accept(world.server.running.baseUrl);
  });
  afterAll(async () => {
    await world.stop();
    await provider.stop();
  });
  afterEach(() => dashboard.browser.close());

  it('with a passkey that was added before, without an address, leads to the screen that was opened', async () => {
    dashboard = await openDashboard(world, world.customer);
    const { page, browser } = dashboard;
    await addAuthenticator(dashboard);
    await dashboard.goTo(`/accounts/${world.customer.id}/sessions`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Passkey added').waitFor();
    await page.getByRole('button', { name: 'Rename the passkey: Laptop' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Desk');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Remove the passkey: Desk' }).waitFor();
    // The authenticator has one of this person, and the browser says so.
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This device already has a passkey for you.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectCleanPageOnBothScreens(dashboard);

    await browser.context.clearCookies();
    await dashboard.goTo(`/accounts/${world.customer.id}/orders`);
    await heading(page, 'Sign in');
    await expectCleanPageOnBothScreens(dashboard);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await heading(page, 'Orders');
    expect(new URL(page.url()).pathname).toBe(`/accounts/${world.customer.id}/orders`);

    await dashboard.goTo(`/accounts/${world.customer.id}/sessions`);
    await page.getByRole('button', { name: 'Remove the passkey: Desk' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Passkey removed').waitFor();
    await browser.context.clearCookies();
    await dashboard.goTo('/');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('We don’t recognize this passkey.').waitFor();
  });

  it('has no button whose label is cut off on a phone', async () => {
    dashboard = await openDashboard(world, world.customer, { isSignedIn: false, width: 360, height: 740 });
    const { page } = dashboard;
    await dashboard.goTo('/');
    await page.locator('main h1').waitFor();
    let shown: Locale = 'en';
    for (const locale of locales) {
      if (locale !== 'en') {
        const now = i18nFor(shown).t('app.language.now', { language: localeNames[shown] });
        await page.getByRole('button', { name: now }).click();
        await page.getByRole('menuitem', { name: localeNames[locale] }).click();
      }
      shown = locale;
      await page.getByRole('button', { name: i18nFor(locale).t('app.signIn.passkey') }).waitFor();
      expect([locale, await page.evaluate(cutLabels)]).toEqual([locale, []]);
    }
  });

  it('at the provider leads to the screen that was opened, and a refused person to the reason', async () => {
    dashboard = await openDashboard(world, world.customer, { ...phone, isSignedIn: false });
    const { page } = dashboard;
    await page.setExtraHTTPHeaders({ 'Accept-Language': 'ja' });
    const user = await createAcceptedUser(world.server, world.customer.account, { locale: 'ja' });
    provider.signInAs({ email: 'nobody@example.com', email_verified: true });
    await dashboard.goTo(`/accounts/${world.customer.id}/orders`);
    await page.getByRole('link', { name: /Example Login/ }).click();
    await page.waitForURL(/\/sign-in\/oidc\/callback/);
    await page.getByText('nobody@example.com').waitFor();
    dashboard.pageErrors.length = 0;
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    provider.signInAs({ email: user.email, email_verified: true });
    await page.locator('a.button.main').click();
    await page.getByRole('link', { name: /Example Login/ }).click();
    await page.waitForURL(`**/accounts/${world.customer.id}/orders`);
    await page.locator('main h1').waitFor();
    dashboard.pageErrors.length = 0;
    await expectCleanPage(dashboard);
  });
});

describeInBrowser('Where a passkey is required', () => {
  let world: World;
  let dashboard: Dashboard;
  beforeAll(async () => {
    world = await startWorld({ REGROVE_HOST: 'localhost', REGROVE_SIGN_IN: 'passkey' });
  });
  afterAll(() => world.stop());
  afterEach(() => dashboard.browser.close());

  it('an invited person adds the first one before anything else', async () => {
    dashboard = await openDashboard(world, world.customer, { ...phone, isSignedIn: false });
    const { page } = dashboard;
    await addAuthenticator(dashboard);
    const user = await createInvitedUser(world.server, world.customer.account, { locale: 'ja' });
    await dashboard.goTo(await linkFor(world.server, user));
    await page.getByRole('button', { name: '招待を承諾' }).click();
    await heading(page, '続けるにはパスキーを追加してください');
    await expectCleanPageOnBothScreens(dashboard);
    await page.getByRole('button', { name: 'パスキーを追加' }).click();
    await page.waitForURL(`**/accounts/${world.customer.id}`);
    await page.locator('main h1').waitFor();
    expect(dashboard.pageErrors).toEqual([]);
  });
});
