import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { localeNames, locales, type Locale } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser } from '../support/browser.js';
import { openDashboard, type Dashboard, type DashboardOptions } from '../support/dashboard.js';
import { issueCertificate } from '../support/public-pages.js';
import { until } from '../support/until.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

describeInBrowser('The dashboard in Chromium', () => {
  let world: World;
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-10-20T12:00:00Z');
    await issueCertificate(world.channel, 123_456, world.projects.forest);
    await world.customer.api.post('/deposits', { pages: 1200, width: 0.21, length: 0.297, gsm: 80 });
  });
  afterAll(() => world.stop());
  afterEach(() => dashboard.browser.close());

  const open = async (member: TestAccount, path: string, options: DashboardOptions = {}): Promise<void> => {
    dashboard = await openDashboard(world, member, { width: 1280, ...options });
    ({ page } = dashboard);
    await dashboard.goTo(path);
  };
  const heading = (): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

  describe('for signed-out visitors', () => {
    it('asks for the address, and responds the same to any address', async () => {
      await open(world.channel, '/', { isSignedIn: false });
      expect(await heading()).toBe('Sign in');
      // Keyboard only.
      await page.getByLabel('Email address').focus();
      await page.keyboard.type('nobody@example.com');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      expect(dashboard.requests.at(-1)).toEqual({
        method: 'POST',
        path: '/app/sign-in',
        header: '1',
        body: { email: 'nobody@example.com' },
      });
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(dashboard.pageErrors).toEqual([]);
    });

    it('uses the language of the browser, or the chosen one', async () => {
      await open(world.channel, '/', { isSignedIn: false, width: 390 });
      await page.getByRole('button', { name: 'Language: English' }).click();
      await page.getByRole('menuitem', { name: '日本語' }).click();
      await page.getByRole('heading', { name: 'ログイン', exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'ログイン', exact: true }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('ja');
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });

  it('shows the figures of the API, a bar for the month and a pin for the project that has trees', async () => {
    await open(world.channel, '/');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const { body } = await world.channel.api.get('/account');
    const { rounded } = i18nFor('en');
    const figures = page.getByText('All time').locator('..');
    expect(await figures.innerText()).toContain(rounded(String(body.ltd_trees)));
    expect(await figures.innerText()).toContain('for 123,456 pages of paper');
    await page.locator('svg g title').first().waitFor({ state: 'attached' });
    expect(await page.locator('svg g title').count()).toBe(1);
    const bars = page.getByRole('group', { name: 'Trees' }).getByRole('link');
    await bars.first().waitFor({ state: 'attached' });
    expect(await bars.count()).toBe(13);
    const drawn = await page.evaluate(`[...document.querySelectorAll('main [role=group] a')]
      .filter((bar) => bar.clientHeight > 0).map((bar) => bar.ariaLabel)`);
    expect(drawn).toEqual([`October 2026, ${rounded(String(body.ltd_trees))}`]);
    expect(await page.getByRole('table', { name: 'By month' }).getByRole('row').count()).toBe(14);
  });

  it('shows the figures of a month of the chart to the keyboard and to the pointer', async () => {
    await open(world.channel, `/accounts/${world.channel.id}?start=2025-10&end=2026-10`);
    const tooltip = page.getByRole('tooltip');
    const october = 'October 2026\n14.8 trees funded\nfor 123,456 pages of paper';
    const september = 'September 2026\n0 trees funded\nfor 0 pages of paper';
    await page.getByRole('link', { name: 'October 2026,' }).waitFor();
    await page.getByRole('radio', { name: 'Trees' }).focus();
    await page.keyboard.press('Tab');
    expect(await tooltip.innerText()).toBe(october);
    await page.keyboard.press('ArrowLeft');
    await until(
      'September',
      () => tooltip.allInnerTexts(),
      (texts) => texts.join() === september,
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'October 2026,' }).hover();
    await until(
      'October',
      () => tooltip.allInnerTexts(),
      (texts) => texts.join() === october,
    );
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    // The next stop is outside of the chart.
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate('document.activeElement.closest("section").querySelector("h2").textContent'),
    ).toBe('Ranking of the accounts below');
  });

  it('says that there are no trees yet instead of drawing an empty chart', async () => {
    await open(world.customer, '/');
    await page.getByText(i18nFor('en').t('app.overview.noVolume')).waitFor();
    expect(await page.getByRole('group', { name: 'Trees' }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('reaches every screen by keyboard, and by the burger menu on a phone', async () => {
    await open(world.channel, '/', { width: 390, height: 844 });
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const link = page.getByRole('dialog').getByRole('link', { name: 'Certificates' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('changes the language of the user and the appearance, and signs out', async () => {
    await open(world.channel, '/');
    await page.getByRole('button', { name: 'Your settings' }).click();
    await page.getByRole('menuitem', { name: 'Dark mode' }).click();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await page.getByRole('menuitem', { name: /Language/ }).hover();
    // The new language is displayed before it is saved.
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    expect((await kept).request().postDataJSON()).toEqual({ locale: 'de' });
    await page.reload();
    await page.getByRole('button', { name: 'Ihre Einstellungen' }).click();
    await page.getByRole('menuitem', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
    expect(dashboard.requests).toContainEqual(
      expect.objectContaining({ method: 'DELETE', path: '/app/session' }),
    );
    expect(dashboard.pageErrors).toEqual([]);
  });

  it('is available in every language, and uses the same calendar as the API', async () => {
    await open(world.channel, `/accounts/${world.channel.id}/deposits?month=2026-10`);
    let current: Locale = 'en';
    for (const locale of [...locales.filter((one) => one !== current), current]) {
      await page.getByRole('button', { name: i18nFor(current).t('app.user.menu') }).click();
      await page
        .getByRole('menuitem', {
          name: i18nFor(current).t('app.language.now', { language: localeNames[current] }),
        })
        .hover();
      await page.getByRole('menuitem', { name: localeNames[locale], exact: true }).click();
      const { t, month } = i18nFor(locale);
      await page.getByRole('heading', { level: 1, name: t('app.deposits.title') }).waitFor();
      await page.getByRole('heading', { level: 2, name: month(new Date('2026-10-01')) }).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      expect([locale, localeNames[locale]]).not.toEqual([locale, '']);
      expect(await page.locator('body').innerText()).not.toMatch(/\bapp\.\w|\{\w+/);
      current = locale;
    }
    expect(dashboard.pageErrors).toEqual([]);
  });

  const switchTo = async ({ account }: TestAccount): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(world.channel.account.displayName) }).click();
    await page.getByRole('menuitem', { name: new RegExp(account.displayName) }).click();
    await page.waitForURL(`**/accounts/${account.id}`);
  };

  it('switches to another account of the same address', async () => {
    await open(world.channel, '/', { others: [world.stranger] });
    await switchTo(world.stranger);
    expect(dashboard.requests).toContainEqual(
      expect.objectContaining({ method: 'PATCH', body: { account_id: world.stranger.id } }),
    );
    expect(await page.getByText('for 123,456 pages of paper').count()).toBe(0);
  });

  it('changes nothing in the account that another tab has switched to', async () => {
    await open(world.channel, '/', { others: [world.stranger] });
    const first = page;
    page = await dashboard.browser.context.newPage();
    await dashboard.goTo('/');
    await page.goto(first.url());
    await switchTo(world.stranger);
    const response = first.waitForResponse((answer) => answer.url().includes('/users?'));
    await first.getByRole('link', { name: 'Users', exact: true }).click();
    const answer = await response;
    expect([new URL(answer.url()).pathname, answer.status()]).toEqual([
      `/app/accounts/${world.channel.id}/users`,
      404,
    ]);
    expect(await first.getByText('@example.com').count()).toBe(0);
  });

  it('offers to switch when a URL belongs to another account of the user', async () => {
    await open(world.channel, `/accounts/${world.stranger.id}/deposits`, { others: [world.stranger] });
    await page.getByRole('button', { name: `Switch to ${world.stranger.account.displayName}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Paper deposits' }).waitFor();
  });

  it('asks to sign in again when the session has ended', async () => {
    await open(world.channel, '/');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await dashboard.endSession();
    const ended = page.getByText('Your session has ended.');
    // Requests in progress are refused and may lead to the sign-in screen before the click.
    await Promise.race([page.getByRole('link', { name: 'Paper deposits' }).click(), ended.waitFor()]);
    await ended.waitFor();
    expect(await heading()).toBe('Sign in');
  });

  it('says when there is no connection', async () => {
    await open(world.channel, '/');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await dashboard.browser.context.setOffline(true);
    await page.getByText('You’re offline.').waitFor();
    await dashboard.browser.context.setOffline(false);
    await page.getByText('You’re offline.').waitFor({ state: 'hidden' });
  });

  it.each(['nothing', 'accounts/x', 'accounts/01890000-0000-7000-8000-000000000000/deposits'])(
    'says that /%s does not exist, and links back',
    async (path) => {
      await open(world.channel, path === 'nothing' ? `/accounts/${world.channel.id}/nothing` : `/${path}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Go to overview' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    },
  );

  it('shows an error, and retries on request', async () => {
    await open(world.channel, '/');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.route('**/app/accounts/*/certificates?*', (route) =>
      route.fulfill({ status: 500, json: { code: 500, error: 'Broken' } }),
    );
    await page.getByRole('navigation').getByRole('link', { name: 'Certificates', exact: true }).click();
    await page.getByText('Something went wrong on our end.').waitFor();
    await page.unroute('**/app/accounts/*/certificates?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('article').waitFor();
  });

  describe('for operators', () => {
    it('keeps the displayed months, and the focus, while it loads more', async () => {
      await world.server.sql(`insert into month_ends (month, closed_at) values ('2025-12-01', now())`);
      await open(world.distributor, '/operator/months', { isOperator: true });
      const [months, more] = [page.getByRole('region'), page.getByRole('button', { name: 'Show more' })];
      await months.nth(5).waitFor();
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/app/operator/months?limit=13', async (route) => {
        await held;
        await route.continue();
      });
      await more.focus();
      await page.keyboard.press('Enter');
      await page.locator('button[aria-busy=true]').waitFor();
      // Includes the extra row that was fetched to detect a next page.
      expect(await months.count()).toBe(7);
      expect(await more.evaluate('document.activeElement?.textContent')).toBe('Show more');
      answer();
      await months.nth(9).waitFor();
      expect(await months.count()).toBe(10);
      expect(await more.count()).toBe(0);
    });

    it('says when there are more jobs than it lists', async () => {
      await world.server.sql(
        `select graphile_worker.add_job('never-run', run_at => '2030-01-01') from generate_series(1, 1001)`,
      );
      await open(world.distributor, '/operator/jobs', { isOperator: true });
      const queue = page.getByRole('region', { name: 'Waiting and running' });
      await queue.getByText(/^Showing the first 1,000 of 1,\d{3}\.$/).waitFor();
      expect(await queue.getByRole('listitem').count()).toBe(20);
      expect(await page.getByText('Showing the first').count()).toBe(1);
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });
});
