import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  const unfold = (page: Page): Promise<void> =>
    page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });

  const violations = async (page: Page, rules?: readonly string[]): Promise<unknown[]> => {
    await unfold(page);
    return accessibilityViolations(page, rules && { rules });
  };

  // All groups are built the same way, so a few of them are enough: each takes seconds.
  const keepGroups = (page: Page, ...ids: readonly string[]): Promise<void> =>
    page.locator('.group').evaluateAll((groups, kept) => {
      for (const group of groups) if (!kept.includes(group.id)) group.remove();
    }, ids);

  it('is fully accessible, with sufficient contrast in dark mode', async () => {
    const page = await open('/docs');
    await keepGroups(page, 'quotes', 'settings');
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it.each([
    ['on a phone', '/docs/1.6.3', {}],
    ['dark, on a phone, with the menu open', '/docs#navigation', { colorScheme: 'dark' }],
  ] as const)('is accessible and fits the screen: %s', async (_, path, options) => {
    const page = await open(path, { width: 375, height: 812, ...options });
    await unfold(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await keepGroups(page, 'settings');
    expect(await violations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('is accessible when there is no such page', async () => {
    const page = await open('/docs/nowhere');
    expect(await violations(page)).toEqual([]);
    // The browser itself reports a page with status 404.
    expect(pageErrors.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('works without JavaScript: the samples, and the menu on a phone', async () => {
    const page = await open('/docs', { javaScriptEnabled: false });
    const sample = page.locator('#createDeposit .samples');
    await sample.getByRole('radio', { name: 'Python' }).check();
    expect(await sample.locator('pre.python').isVisible()).toBe(true);
    expect(await sample.locator('pre.curl').isVisible()).toBe(false);
    expect(await page.locator('button').count()).toBe(await page.locator('button[hidden]').count());

    await page.setViewportSize({ width: 375, height: 812 });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu' }).click();
    await contents.getByRole('link', { name: 'Errors' }).click();
    expect(await contents.isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Errors', exact: true }).isVisible()).toBe(true);
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

  describe('its search', () => {
    let page: Page;
    beforeAll(async () => {
      page = await open('/docs');
    });

    it.each([
      ['a field of a body', 'collection_scope', 'POST /feeds', 'collection_scope'],
      [
        'a field of a response, in a collapsed section',
        'health_check_changed_at',
        'GET /feeds',
        'health_check',
      ],
      ['the text of a guide', 'rounded once', '', 'rounded once'],
    ])('finds %s', async (_, sought, endpoint, shown) => {
      await page.getByRole('searchbox').fill(sought);
      const hits = page.getByRole('navigation', { name: 'In the text' });
      const hit = hits.getByRole('link').filter({ hasText: endpoint }).first();
      expect((await hit.innerText()).toLowerCase()).toContain(shown);
      await hit.click();
      const found = async (): Promise<string> => {
        const text = await page.locator('main .found').innerText();
        return text.replaceAll('\u200b', '').toLowerCase();
      };
      await expect.poll(found).toContain(shown);
      expect(pageErrors).toEqual([]);
    });

    it('finds an endpoint', async () => {
      await page.getByRole('searchbox').fill('orders place');
      const contents = page.getByRole('navigation', { name: 'Contents' });
      expect(await contents.getByRole('link').allInnerTexts()).toEqual([expect.stringContaining('/orders')]);
    });

    it('says when nothing is found, and clears the results with the search text', async () => {
      const search = page.getByRole('searchbox');
      await search.fill('collection_scope');
      await page.locator('.in-text li').first().waitFor();
      await search.fill('qwertzuiop');
      await page.getByText('No matches.').waitFor();
      expect(await page.locator('.in-text').isVisible()).toBe(false);
      await search.fill('');
      expect(await page.locator('.in-text').isVisible()).toBe(false);
      await page.getByRole('link', { name: 'Errors' }).first().waitFor();
    });

    it('finds an operation by its text, using only the keyboard', async () => {
      await page.getByRole('searchbox').blur();
      await page.keyboard.press('/');
      await page.keyboard.type('favorite remove');
      const links = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
      expect(await links.count()).toBe(1);
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#removeFavoriteProject');
    });
  });
});
