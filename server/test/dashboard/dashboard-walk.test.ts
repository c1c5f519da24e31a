import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser, openBrowser, type Browser, type BrowserOptions } from '../support/browser.js';
import { navigateTo } from '../support/dashboard-checks.js';
import { forbiddenIn } from '../support/forbidden-claims.js';
import type { Locale } from '../../src/messages/locales.js';
import { createMigratedDataDirectory, type DataDirectory } from '../support/data-directory.js';
import { command, serve, type ServeProcess } from '../support/serve-process.js';

/** Screens of the account plus screens of the operator. */
const minScreens = 14 + 8;

const english: Record<string, string> = JSON.parse(
  await readFile(new URL('../../src/messages/catalogues/en.json', import.meta.url), 'utf8'),
);
/** What screens and cards say that have nothing to show. A visitor creates the first sandbox and the first endpoint of webhooks. */
const emptyTexts = Object.entries(english)
  .filter(([name]) => /^app\.(?!sandboxes\.|webhooks\.)\w.*\.(emptyTitle|noTrees|\w+Empty)$/.test(name))
  .map(([, text]) => text);

/** The text of the screen without code. */
const saidByUs = `(() => {
  const copy = document.body.cloneNode(true);
  for (const code of copy.querySelectorAll('code, pre, script, style, [data-technical]')) code.remove();
  return copy.textContent;
})()`;

/** What a new user does first: `npm start`, the printed link, and every screen. */
describeInBrowser('With the link that the first start prints', () => {
  let directory: DataDirectory;
  let server: ServeProcess;
  let browser: Browser;
  let pageErrors: string[];
  beforeAll(async () => {
    directory = await createMigratedDataDirectory();
    server = await serve(directory);
  });
  afterAll(async () => {
    await server.process.stop();
    await directory.remove();
  });
  afterEach(() => browser.close());

  const signIn = async (link: string, options: BrowserOptions): Promise<Page> => {
    browser = await openBrowser(options);
    pageErrors = [];
    const { page } = browser;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        pageErrors.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => pageErrors.push(error.message));
    page.on('request', (sent) => {
      const { protocol, origin } = new URL(sent.url());
      if (protocol !== 'blob:' && origin !== new URL(server.url).origin) pageErrors.push(sent.url());
    });
    await page.goto(link);
    await page.getByRole('main').getByRole('button').click();
    await page.waitForURL('**/accounts/*');
    return page;
  };

  const linksOf = (page: Page): Promise<string[]> =>
    page.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

  /** Visits every screen, including the operator's, and returns their number. */
  const walk = async (page: Page, width: number, locale: Locale): Promise<number> => {
    await page.locator('nav a').first().waitFor({ state: 'attached' });
    const seen = new Set(await linksOf(page));
    // Links found on a screen are added during the iteration and visited at the end.
    for (const path of seen) {
      await navigateTo(page, path);
      // The server returns the app for its address, too.
      const loaded = await page.request.get(new URL(path, server.url).href, {
        headers: { accept: 'text/html' },
      });
      expect([path, loaded.status()]).toEqual([path, 200]);
      await page.locator('main h1').waitFor();
      // Around a picture it stays when the picture is there.
      await page.locator('.mantine-Skeleton-root:not(:has(img))').first().waitFor({ state: 'detached' });
      for (const other of await linksOf(page)) seen.add(other);
      expect([path, await accessibilityViolations(page)]).toEqual([path, []]);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(/\bapp\.\w+\.|\{\w+\}/);
      // Names of fields and events stay as the API has them.
      const said = await page.evaluate<string>(saidByUs);
      expect([path, forbiddenIn(said, locale)]).toEqual([path, []]);
      const empty = emptyTexts.filter((one) => text.includes(one));
      expect([path, empty]).toEqual([path, []]);
    }
    expect(pageErrors).toEqual([]);
    return seen.size;
  };

  it('a visitor can open every screen of the demo on a desktop', async () => {
    const link = await server.process.printed(/(https:\S+\/sign-in\/rl_\S+)$/m);
    const page = await signIn(link, { width: 1280 });
    expect(await walk(page, 1280, 'en')).toBeGreaterThanOrEqual(minScreens);
  });

  it('a visitor can open every screen in Japanese, in dark mode, on a phone, with a link from the command line', async () => {
    const email = await server.process.printed(/users sign-in-link --email (\S+)$/m);
    const { url } = await command(directory, 'users', 'sign-in-link', '--email', email);
    // The command does not know the port of the server.
    const page = await signIn(new URL(new URL(url).pathname, server.url).href, {
      width: 390,
      height: 844,
      colorScheme: 'dark',
    });
    await page.getByRole('button', { name: 'Your settings' }).click();
    await page.getByRole('menuitem', { name: /Language/ }).hover();
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('menuitem', { name: '日本語' }).click();
    await page.locator('html[lang=ja]').waitFor();
    await kept;
    await page.keyboard.press('Escape');
    expect(await walk(page, 390, 'ja')).toBeGreaterThanOrEqual(minScreens);
  });
});
