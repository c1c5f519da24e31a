import type { BrowserContext, Page } from 'playwright-core';
import type { Locale } from '../../src/messages/locales.js';
import { changeUser } from '../../src/features/users/change-user.js';
import type { Permission } from '../../src/features/users/permission.js';
import type { Json } from './api-client.js';
import { openBrowser, type Browser, type BrowserOptions } from './browser.js';
import { createAcceptedUser, sessionCookie, signInVisitor } from './visitor.js';
import type { TestAccount, World } from './world.js';

export interface Dashboard {
  readonly page: Page;
  readonly browser: Browser;
  /** Errors and warnings of the console, and requests to other origins. */
  readonly pageErrors: string[];
  /** The requests to /app, with their bodies. */
  readonly requests: { method: string; path: string; header: string | undefined; body: Json }[];
  /** Ends the session on the server without the app's knowledge. */
  endSession(): Promise<void>;
  goTo(path: string): Promise<void>;
}

export interface DashboardOptions extends BrowserOptions {
  readonly locale?: Locale;
  readonly isSignedIn?: boolean;
  readonly isOperator?: boolean;
  readonly permission?: Permission;
  /** Other accounts with a user of the same address. */
  readonly others?: readonly TestAccount[];
}

let count = 0;

/** The dashboard in a browser, by default signed in as a new user of the member. */
export async function openDashboard(
  world: World,
  member: TestAccount,
  {
    locale = 'en',
    isSignedIn = true,
    isOperator = false,
    permission = 'full',
    others = [],
    ...options
  }: DashboardOptions = {},
): Promise<Dashboard> {
  const browser = await openBrowser(options);
  const origin = world.server.running.baseUrl;
  if (isSignedIn)
    await signIn(world, browser.context, [member, ...others], { locale, isOperator, permission });
  const { page } = browser;
  const requests: Dashboard['requests'] = [];
  const pageErrors: string[] = [];
  page.on('console', (message) => {
    // Chromium itself reports every refused request.
    if (
      ['error', 'warning'].includes(message.type()) &&
      !message.text().startsWith('Failed to load resource')
    )
      pageErrors.push(message.text());
  });
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('request', (sent) => {
    const { protocol, origin: its, pathname: path } = new URL(sent.url());
    if (protocol !== 'blob:' && its !== origin) pageErrors.push(sent.url());
    if (/^(\/sandbox\/[^/]+)?\/app\//.test(path))
      requests.push({
        method: sent.method(),
        path,
        header: sent.headers()['x-regrove-app'],
        body: sent.headers()['content-type'] === 'application/json' ? sent.postDataJSON() : {},
      });
  });
  return {
    page,
    browser,
    pageErrors,
    requests,
    endSession: async () => {
      await world.server.sql('delete from sessions');
    },
    goTo: async (path) => {
      await page.goto(origin + path);
    },
  };
}

/** Signs in to the first member as a user of all of them. */
async function signIn(
  { server }: World,
  browser: BrowserContext,
  [first, ...others]: readonly [TestAccount, ...TestAccount[]],
  { locale, isOperator, permission }: { locale: Locale; isOperator: boolean; permission: Permission },
): Promise<void> {
  const { context } = server.running.instance;
  const email = `holder${String(++count)}@example.com`;
  const [user] = await Promise.all(
    [first, ...others].map(({ account }) =>
      createAcceptedUser(server, account, { email, fullName: 'Jo Doe', locale, permission }),
    ),
  );
  if (!user) throw new Error('There is no account to sign in to');
  if (isOperator) await changeUser(context, first.account.id, user.id, { isOperator });
  const { cookies } = await signInVisitor(server, user);
  const value = cookies.get(sessionCookie);
  if (value === undefined) throw new Error('Signing in left no cookie');
  await browser.addCookies([
    {
      name: sessionCookie,
      value,
      url: server.running.baseUrl,
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    },
  ]);
}
