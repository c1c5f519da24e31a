import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createSignInLink } from '../../src/features/users/sign-in-link.js';
import { hashToken } from '../../src/platform/secrets/tenant-token.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser, openBrowser, type Browser } from '../support/browser.js';
import { linkFor, createAcceptedUser } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

describeInBrowser('Signing in with Chromium', () => {
  let world: World;
  let browser: Browser;
  let pageErrors: string[];
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  afterEach(() => browser.close());

  const open = async (path: string, options: Parameters<typeof openBrowser>[0] = {}): Promise<Page> => {
    browser = await openBrowser(options);
    pageErrors = [];
    const { page } = browser;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text());
    });
    page.on('pageerror', (error) => pageErrors.push(error.message));
    await page.goto(world.server.running.baseUrl + path);
    return page;
  };

  const sessionIn = async (page: Page): Promise<{ status: number; email?: string }> => {
    const answer = await page.request.get(`${world.server.running.baseUrl}/app/session`);
    const body = (await answer.json()) as { user?: { email: string } };
    return { status: answer.status(), ...(body.user && { email: body.user.email }) };
  };

  it('takes one click on the button, and sets a session cookie that pages cannot read', async () => {
    const user = await createAcceptedUser(world.server, world.customer.account, { locale: 'de' });
    const page = await open(await linkFor(world.server, user));
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Anmelden');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    expect((await sessionIn(page)).status).toBe(401);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    expect(await sessionIn(page)).toEqual({ status: 200, email: user.email });
    const cookies = await browser.context.cookies();
    expect(cookies).toMatchObject([
      { name: '__Host-regrove-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
    ]);
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  it('works without JavaScript in another browser, after entering the address', async () => {
    const user = await createAcceptedUser(world.server, world.customer.account);
    const { token } = await createSignInLink(world.server.running.instance.context, user, {
      isSent: false,
      browserHash: hashToken('of another browser'),
    });
    const page = await open(`/sign-in/${token}`, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Français' }).click();
    await page.getByLabel('Adresse e-mail').fill('someone@example.com');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('n’a pas été envoyé');
    await page.getByLabel('Adresse e-mail').fill(user.email);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    expect(await sessionIn(page)).toEqual({ status: 200, email: user.email });
  });

  it.each([
    ['requested in another browser', 'elsewhere', {}],
    ['dark, on a phone', 'ready', { colorScheme: 'dark', width: 320, height: 640 }],
    [
      'opened in another browser, dark, on a phone',
      'elsewhere',
      { colorScheme: 'dark', width: 320, height: 640 },
    ],
    ['unknown', 'unknown', {}],
  ] as const)('is accessible and fits the screen: %s', async (_, kind, options) => {
    const member = await world.newAccount();
    await world.server.sql('update accounts set display_name = $2 where id = $1', [
      member.id,
      'Wm'.repeat(60),
    ]);
    const user = await createAcceptedUser(world.server, member.account, {
      email: `${'x'.repeat(60)}@example.com`,
    });
    const { token } = await createSignInLink(world.server.running.instance.context, user, {
      isSent: false,
      browserHash: kind === 'elsewhere' ? hashToken('of another browser') : null,
    });
    const page = await open(kind === 'unknown' ? '/sign-in/x' : `/sign-in/${token}`, options);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors.filter((text) => !text.includes('404'))).toEqual([]);
    const width = await page.evaluate('document.documentElement.clientWidth');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
