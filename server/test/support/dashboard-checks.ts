import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'vitest';
import type { Dashboard } from './dashboard.js';

/** What a text field may hold: in a page that takes it for HTML, it runs. */
export const hostile = '<img src=x onerror="window.stolen=1">';

const beyondTheEdge = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.outerHTML.slice(0, 200))`;

/** No barrier by day or by night, nothing beyond the edge of the screen, no complaint, and nothing ran that was text. */
export async function expectSound({ page, complaints }: Dashboard): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(
      violations.map(({ id, nodes }) => [colorScheme, id, nodes.slice(0, 3).map(({ html }) => html)]),
    ).toEqual([]);
  }
  expect(await page.evaluate(beyondTheEdge)).toEqual([]);
  expect(await page.evaluate('window.stolen')).toBeUndefined();
  expect(complaints).toEqual([]);
}
