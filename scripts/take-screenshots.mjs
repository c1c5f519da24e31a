// Takes the pictures of README.md and docs/ from the demo of a new installation. Needs Chromium.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { cleanUp } from '../bench/support/cleanup.mjs';
import { program } from '../bench/support/compiled-server.mjs';
import { createInstallation } from '../bench/support/installation.mjs';

// The address of a first start, which some pages show.
const port = '8443';
const origin = `https://127.0.0.1:${port}`;
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

const installation = await createInstallation();
const settings = { REGROVE_DEMO: '1', REGROVE_PORT: port };
const server = await installation.serve(settings);

/** The JSON that a command prints. */
async function regrove(...args) {
  const env = { ...process.env, ...installation.settings, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], { env });
  return JSON.parse(stdout);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
let signedIn;

async function openPage(options) {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    storageState: signedIn,
    ...options,
  });
  return context.newPage();
}

/** What is still loading is drawn as a skeleton. */
async function isLoaded(page) {
  await page.locator('h1').first().waitFor();
  while ((await page.locator('.mantine-Skeleton-root').count()) > 0) await pause(50);
  await page.waitForLoadState('networkidle');
}

async function take(name, address, { of = 'page', ...options }) {
  const page = await openPage(options);
  await page.goto(address);
  if (of === 'page') await isLoaded(page);
  await (of === 'page' ? page : page.locator(of)).screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}

async function signIn() {
  const { url } = await regrove('users', 'sign-in-link', '--email', 'office@evergreen-print.example');
  const page = await openPage({});
  await page.goto(url);
  await page.getByRole('main').getByRole('button').click();
  await page.waitForURL('**/accounts/*');
  signedIn = await page.context().storageState();
  return page;
}

/** A sandbox of the account that has advanced by two months. */
async function openSandbox(call, account) {
  const sandbox = await call('POST', `/v1/accounts/${account}/sandboxes`, { name: 'Month-end' });
  const root = `/sandbox/${sandbox.id}`;
  const clock = `${root}/v1/accounts/${sandbox.account_id}/sandbox`;
  const to = new Date(sandbox.now);
  to.setUTCMonth(to.getUTCMonth() + 2);
  await call('POST', `${clock}/advance`, { to: to.toISOString() });
  while ((await call('GET', clock)).status === 'advancing') await pause(200);
  return `${origin}${root}/accounts/${sandbox.account_id}`;
}

try {
  const page = await signIn();
  const call = async (method, path, data) => {
    const headers = { origin, 'x-regrove-app': '1' };
    const answer = await page.request.fetch(origin + path, { method, headers, ...(data && { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const { pathname } = new URL(page.url());
  const account = pathname.split('/').at(-1);
  const own = origin + pathname;
  const [certificate] = await call('GET', `/v1/accounts/${account}/biomass/certificates?limit=1`);
  await take('dashboard-overview', own, { viewport: desktop });
  await take('dashboard-projects', `${own}/projects`, { viewport: desktop, colorScheme: 'dark' });
  await take('dashboard-order-phone', `${own}/orders/new`, { viewport: phone });
  await take('certificate-page', certificate.url, { viewport: desktop });
  await take('certificate-page-phone', certificate.url, { viewport: phone });
  await take('badge', `${origin}/accounts/${account}/badge.svg`, { of: 'svg' });
  await take('dashboard-sandbox', await openSandbox(call, account), { viewport: desktop });
} finally {
  await browser.close();
  await server.stop();
  await cleanUp();
}
