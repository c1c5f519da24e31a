import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from 'playwright-core';
import type { Json } from './api-client.js';
import { openBrowser, type Browser, type BrowserOptions } from './browser.js';
import { repository } from './regrove-process.js';
import type { Member, World } from './world.js';

/** Any command builds what is stale before it runs; the server reads the dashboard when it starts. */
export const buildDashboard = (): Promise<unknown> =>
  promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('server/bin/regrove.js', `file://${repository}`)),
    '--version',
  ]);

export interface Dashboard {
  readonly page: Page;
  readonly browser: Browser;
  /** What the console complained of, and requests to other origins. */
  readonly complaints: string[];
  /** What was asked of /app, with the body. */
  readonly asked: { method: string; path: string; header: string | undefined; body: Json }[];
  /** Signs out behind the app's back: from now on nobody is known. */
  endSession(): void;
  goTo(path: string): Promise<void>;
}

export interface DashboardOptions extends BrowserOptions {
  readonly locale?: string;
  /** Nobody is signed in where it is false. */
  readonly isSignedIn?: boolean;
  /** Other accounts of the same address. */
  readonly others?: readonly Member[];
}

/** The dashboard of a member in a browser. /v1 is real; who is signed in is told by a stand-in for /app. */
export async function openDashboard(
  world: World,
  member: Member,
  { locale = 'en', isSignedIn = true, others = [], ...options }: DashboardOptions = {},
): Promise<Dashboard> {
  const browser = await openBrowser(options);
  const { context } = browser;
  const page = await context.newPage();
  const origin = world.server.running.baseUrl;
  const members = [member, ...others];
  const asked: Dashboard['asked'] = [];
  const complaints: string[] = [];
  let current: Member | undefined = isSignedIn ? member : undefined;
  let language = locale;

  const answer = async (route: Route): Promise<void> => {
    const request = route.request();
    const body: Json = request.postDataJSON() ?? {};
    const path = new URL(request.url()).pathname;
    asked.push({ method: request.method(), path, header: request.headers()['x-regrove-app'], body });
    if (path === '/app/sign-in') return route.fulfill({ status: 202, json: {} });
    if (request.method() === 'DELETE') {
      current = undefined;
      return route.fulfill({ json: {} });
    }
    if (body.account_id) current = members.find(({ id }) => id === body.account_id);
    language = body.locale ?? language;
    if (!current) return route.fulfill({ status: 401, json: { code: 401, error: 'Sign in first' } });
    return route.fulfill({ json: await sessionOf(current, members, language) });
  };
  await context.route('**/app/**', answer);
  await context.route('**/v1/**', (route) => {
    const headers = route.request().headers();
    if (headers['authorization']) complaints.push('The app sent a key');
    if (!current) return route.fulfill({ status: 401, json: { code: 401, error: 'Sign in first' } });
    const authorization = `Basic ${Buffer.from(`${current.key}:`).toString('base64')}`;
    return route.continue({
      headers: { ...headers, authorization, 'user-agent': 'RegroveTests/1.0.0 (Regrove)' },
    });
  });
  page.on('console', (message) => {
    // Chromium itself reports every refused request.
    if (
      ['error', 'warning'].includes(message.type()) &&
      !message.text().startsWith('Failed to load resource')
    )
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (sent) => {
    const url = new URL(sent.url());
    if (url.protocol !== 'blob:' && url.origin !== origin) complaints.push(sent.url());
  });
  return {
    page,
    browser,
    complaints,
    asked,
    endSession: () => void (current = undefined),
    goTo: async (path) => {
      await page.goto(origin + path);
    },
  };
}

async function sessionOf({ id, api }: Member, members: readonly Member[], locale: string): Promise<object> {
  const { body: account } = await api.get('/account');
  return {
    user: { id, email: 'jo@example.com', full_name: 'Jo Doe', locale, is_operator: false },
    account,
    accounts: members.map(({ account: { id: accountId, displayName, role } }) => ({
      account_id: accountId,
      display_name: displayName,
      role,
    })),
    session: { id, created_at: '2026-01-01T00:00:00Z', expires_at: '2026-04-01T00:00:00Z' },
  };
}
