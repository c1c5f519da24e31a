import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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

describeInBrowser('the reference in Chromium', () => {
  let browser: Browser;
  let pageErrors: string[];
  afterEach(() => browser.close());

  const open = async (path: string, options: Parameters<typeof openBrowser>[0] = {}): Promise<Page> => {
    browser = await openBrowser(options);
    pageErrors = [];
    const page = await browser.context.newPage();
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

  const unfold = (page: Page): Promise<void> =>
    page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });

  const barriers = async (page: Page, rules?: readonly string[]): Promise<unknown[]> => {
    await unfold(page);
    return accessibilityViolations(page, rules && { rules });
  };

  // All groups are built the same way, so a few of them are enough and save most of the time.
  const keepGroups = (page: Page, count: number): Promise<void> =>
    page.locator('.group').evaluateAll((groups, kept) => {
      for (const group of groups.slice(kept)) group.remove();
    }, count);

  it('is fully accessible', async () => {
    const page = await open('/docs');
    await keepGroups(page, 2);
    expect(await barriers(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('has sufficient contrast in dark mode', async () => {
    const page = await open('/docs', { colorScheme: 'dark' });
    await keepGroups(page, 2);
    expect(await barriers(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it.each([
    ['on a phone', '/docs/1.6.3', { width: 375, height: 812 }],
    [
      'dark, on a phone, with the menu open',
      '/docs#navigation',
      { colorScheme: 'dark', width: 375, height: 812 },
    ],
    ['a page with one message', '/docs/nowhere', {}],
  ] as const)('is accessible: %s', async (_, path, options) => {
    const page = await open(path, options);
    await keepGroups(page, 1);
    expect(await barriers(page)).toEqual([]);
    // The browser itself reports a page with status 404.
    expect(pageErrors.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it.each(['/docs', '/docs/1.6.3'])('fits a screen of 375 px: %s', async (path) => {
    const page = await open(path, { width: 375, height: 812 });
    await unfold(page);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(375);
    expect(pageErrors).toEqual([]);
  });

  it('opens its menu on a phone, and closes it on navigation', async () => {
    const page = await open('/docs', { width: 375, height: 812, javaScriptEnabled: false });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu' }).click();
    await contents.getByRole('link', { name: 'Errors' }).click();
    expect(await contents.isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Errors', exact: true }).isVisible()).toBe(true);
  });

  it('works without JavaScript', async () => {
    const page = await open('/docs', { javaScriptEnabled: false });
    const sample = page.locator('#createDeposit .samples');
    await sample.getByRole('radio', { name: 'Python' }).check();
    expect(await sample.locator('pre.python').isVisible()).toBe(true);
    expect(await sample.locator('pre.curl').isVisible()).toBe(false);
    expect(await page.locator('button').count()).toBe(await page.locator('button[hidden]').count());
  });

  it('remembers language and theme, and copies what is displayed', async () => {
    const page = await open('/docs');
    await page.locator('#getDeposit').getByRole('radio', { name: 'JavaScript' }).check();
    await page.getByRole('button', { name: 'Switch between light and dark mode' }).click();
    await page.reload();
    const sample = page.locator('#createDeposit .samples');
    expect(await sample.locator('pre.javascript').isVisible()).toBe(true);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await sample.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^const deposit = await client\.deposits/,
    );
    expect(pageErrors).toEqual([]);
  });

  it.each([
    ['a field of a body', 'collection_scope', 'POST /feeds', 'collection_scope'],
    [
      'a field of a response, in a collapsed section',
      'health_check_changed_at',
      'GET /feeds',
      'health_check',
    ],
    ['an endpoint', 'orders place', 'PATCH /orders/{id}/place', ''],
    ['the text of a guide', 'rounded once', '', 'rounded once'],
  ])('finds %s', async (_, sought, endpoint, shown) => {
    const page = await open('/docs');
    await page.getByRole('searchbox').fill(sought);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const hits = page.getByRole('navigation', { name: 'In the text' });
    if (shown === '') {
      expect(await contents.getByRole('link').allInnerTexts()).toEqual([
        expect.stringContaining(endpoint.split(' ')[1]?.slice(0, 7) ?? ''),
      ]);
      return;
    }
    const hit = hits.getByRole('link').filter({ hasText: endpoint }).first();
    expect((await hit.innerText()).toLowerCase()).toContain(shown);
    await hit.click();
    const found = page.locator('main .found');
    await found.waitFor();
    expect((await found.innerText()).replaceAll('\u200b', '').toLowerCase()).toContain(shown);
    expect(pageErrors).toEqual([]);
  });

  it('says when nothing is found, and clears the results with the search text', async () => {
    const page = await open('/docs');
    const search = page.getByRole('searchbox');
    await search.fill('collection_scope');
    await page.locator('.hits li').first().waitFor();
    await search.fill('qwertzuiop');
    await page.getByText('No matches.').waitFor();
    expect(await page.locator('.hits').isVisible()).toBe(false);
    await search.fill('');
    expect(await page.locator('.hits').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Errors' }).first().waitFor();
  });

  it('finds an operation by its text, using only the keyboard', async () => {
    const page = await open('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('favorite remove');
    const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    expect(await links.count()).toBe(1);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#removeFavoriteProject');
  });
});
