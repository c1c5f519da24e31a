import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Dashboard } from './dashboard.js';

/** What a text field may hold: in a page that takes it for HTML, it runs. */
export const hostile = '<img src=x onerror="window.stolen=1">';

const beyondTheEdge = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.outerHTML.slice(0, 200))`;

/** By night on phones, by day elsewhere: everything is looked at on both, so each light costs its time once. */
export const useLightOfWidth = (page: Page): Promise<void> =>
  page.emulateMedia({ colorScheme: (page.viewportSize()?.width ?? 0) < 600 ? 'dark' : 'light' });

/** No barrier, nothing beyond the edge of the screen, no complaint, and nothing ran that was text. */
export async function expectSound({ page, complaints }: Dashboard): Promise<void> {
  await page.waitForLoadState('networkidle');
  await useLightOfWidth(page);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
  expect(await page.evaluate(beyondTheEdge)).toEqual([]);
  expect(await page.evaluate('window.stolen')).toBeUndefined();
  expect(complaints).toEqual([]);
}
