import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Where to look, and for what. Missing: the whole page, for everything. */
interface Scope {
  readonly within?: string;
  readonly rules?: readonly string[];
}

type Barrier = [rule: string, elements: string[]];

/** All that axe finds on the page as it stands, however small, with a few of the elements. */
export async function barriersOn(page: Page, { within, rules }: Scope = {}): Promise<Barrier[]> {
  // Half a megabyte: once for each document, not for each look.
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source);
  const where = within === undefined ? 'document' : JSON.stringify(within);
  const options = {
    reporter: 'no-passes',
    resultTypes: ['violations'],
    ...(rules && { runOnly: [...rules] }),
  };
  const found = await page.evaluate(`axe.run(${where}, ${JSON.stringify(options)})`);
  const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
}
