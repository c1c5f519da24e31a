import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The part of the page and the rules to check. By default, the whole page and all rules. */
interface Scope {
  readonly within?: string;
  readonly rules?: readonly string[];
}

type Violation = [rule: string, elements: string[]];

/** All violations that axe finds on the current page, however minor, with some of the elements. */
export async function accessibilityViolations(
  page: Page,
  { within, rules }: Scope = {},
): Promise<Violation[]> {
  // Half a megabyte: loaded once per document, not per check.
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source);
  // A button that has just been enabled fades from one colour to another: neither is judged by a colour in between.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
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
