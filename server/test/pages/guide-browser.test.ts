import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser, openBrowser, type Browser } from '../support/browser.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let origin: string;
beforeAll(async () => {
  world = await startWorld();
  origin = new URL(world.server.url).origin;
});
afterAll(() => world.stop());

describeInBrowser('the guide in Chromium', () => {
  let browser: Browser | undefined;
  let pageErrors: string[];

  const open = async (path: string, options: Parameters<typeof openBrowser>[0] = {}): Promise<Page> => {
    await browser?.close();
    browser = await openBrowser(options);
    pageErrors = [];
    const { page } = browser;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text());
    });
    page.on('pageerror', (error) => pageErrors.push(error.message));
    page.on('request', (sent) => {
      if (new URL(sent.url()).origin !== origin) pageErrors.push(`requested ${sent.url()}`);
    });
    await page.goto(origin + path);
    return page;
  };
  const scrollWidth = (page: Page): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth');

  it.each([
    '/docs/guide',
    '/docs/guide/guides/first-offset',
    '/docs/guide/certificates',
    '/docs/search?q=deposit',
  ])('is accessible, in both themes: %s', async (path) => {
    const page = await open(path);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibilityViolations(page, { rules: ['color-contrast', 'link-in-text-block'] })).toEqual(
      [],
    );
    expect(pageErrors).toEqual([]);
  });

  it.each([
    '/docs/guide/operations',
    '/docs/guide/architecture',
    '/docs/guide/reviews/0.9.0',
    '/docs/guide/feeds#navigation',
    '/docs/search?q=health_check_changed_at',
  ])('fits a phone: %s', async (path) => {
    const page = await open(path, { width: 375, height: 812 });
    expect(await scrollWidth(page)).toBe(375);
    if (path !== '/docs/guide/operations') expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('shows its table of contents beside the text, and folded on a phone', async () => {
    const page = await open('/docs/guide/guides/first-offset');
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: 'Show the certificate' }).click();
    expect(new URL(page.url()).hash).toBe('#show-the-certificate');
    await page.locator('.toc [aria-current]').getByText('Show the certificate').waitFor();
    await page.setViewportSize({ width: 375, height: 812 });
    await expect.poll(() => contents.getByRole('link', { name: 'Undo it' }).isVisible()).toBe(false);
    await contents.getByText('On this page').click();
    expect(await contents.getByRole('link', { name: 'Undo it' }).isVisible()).toBe(true);
  });

  it('can be read and searched without JavaScript, on a phone', async () => {
    const page = await open('/docs/guide/api', { javaScriptEnabled: false, width: 375, height: 812 });
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').fill('collection_scope');
    await page.getByRole('button', { name: 'Search' }).click();
    const first = page.locator('.results a').first();
    expect(await first.innerText()).toBe('collection_scope');
    await first.click();
    expect(page.url()).toBe(`${origin}/docs#createFeed`);
    await page.getByRole('link', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Guide', exact: true }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Documentation');
  });

  it('shows results while one types, which the keyboard reaches', async () => {
    const page = await open('/docs/guide/feeds');
    await page.keyboard.press('/');
    await page.keyboard.type('restroe bakcup');
    const results = page.getByRole('navigation', { name: 'In all documentation' });
    await results.getByRole('link', { name: 'Backup and restore' }).first().waitFor();
    expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(false);
    expect(await accessibilityViolations(page, { within: '.sidebar' })).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/guide/backup*');

    await page.keyboard.press('/');
    await page.keyboard.type('webhook');
    await results.getByRole('link', { name: /^All \d+ results$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/search?q=webhook*');
    expect(await page.locator('.results li').count()).toBe(30);
    expect(pageErrors).toEqual([]);
  });

  it('shows the contents again when the search is cleared, also after a refused search', async () => {
    const page = await open('/docs/guide');
    const search = page.getByRole('searchbox');
    const results = page.getByRole('navigation', { name: 'In all documentation' });
    await search.fill('deposit');
    await results.waitFor();
    await page.route('**/docs/search.json*', (route) => route.fulfill({ status: 429, body: '' }));
    await search.fill('deposits');
    await results.waitFor({ state: 'hidden' });
    expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(true);
    await page.unroute('**/docs/search.json*');
    await search.fill('deposit');
    await results.waitFor();
    await search.fill('');
    await results.waitFor({ state: 'hidden' });
    expect(await page.getByRole('navigation', { name: 'Contents' }).isVisible()).toBe(true);
  });

  it('adds results of the guide to those of the reference, in its revision', async () => {
    const page = await open('/docs/1.6.3');
    await page.getByRole('searchbox').fill('month-end close');
    const results = page.getByRole('navigation', { name: 'In all documentation' });
    await results
      .getByRole('link', { name: /Guide · Operations/ })
      .first()
      .waitFor();
    // A typing error that the page itself does not find.
    await page.getByRole('searchbox').fill('densitty');
    await results
      .getByRole('link', { name: /Reference 1\.6\.3/ })
      .first()
      .waitFor();
    expect(await page.getByText('No matches.').count()).toBe(0);
    expect(pageErrors).toEqual([]);
  });
});
