import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations } from './accessibility.js';
import type { Dashboard } from './dashboard.js';
import { until } from './until.js';

/** A value of a text field that is executed if a page treats it as HTML. */
export const hostile = '<img src=x onerror="window.stolen=1">';

const beyondTheEdge = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.outerHTML.slice(0, 200))`;

/** Finds content that overflows the padding of its card, and figures and dates in tables that wrap to another line. */
const brokenLayout = `(() => {
  const found = [];
  const isHidden = (one) => one.closest('[class*=VisuallyHidden]') !== null;
  for (const table of document.querySelectorAll('main table')) {
    const card = table.closest('section, article');
    if (!card || isHidden(table)) continue;
    const inner = card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight);
    const right = Math.max(...[table, ...table.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right));
    if (right > inner + 1) found.push('beyond its card by ' + (right - inner) + ': ' + table.innerText.slice(0, 200));
  }
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const linesOf = () =>
    new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
  for (const time of document.querySelectorAll('main table time')) {
    range.selectNodeContents(time);
    if (linesOf() > 1) found.push('on two lines: ' + time.innerText);
  }
  for (let text; (text = texts.nextNode()); ) {
    if (text.parentElement.closest('code, pre, [data-technical]') || isHidden(text.parentElement)) continue;
    for (const { 0: figure, index } of text.data.matchAll(/(?<![\\w-])\\d[\\d.,\\u00a0\\u202f]*\\d(?![\\w-])/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + figure.length);
      if (linesOf() > 1) found.push('on two lines: ' + figure);
    }
  }
  return found;
})()`;

/** Checks that tables stay within their cards, and neither figures nor dates wrap. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await page.evaluate(brokenLayout)).toEqual([]);
}

const chartLabels = `(() => {
  const chart = document.querySelector('main [role=group]:has(a)').parentElement;
  const labels = [...chart.querySelectorAll('[aria-hidden] span')].filter((one) => one.offsetWidth > 0);
  const areas = labels.map((one) => [one, one.getBoundingClientRect()]);
  const touching = areas.flatMap(([one, a], index) =>
    areas.slice(index + 1)
      .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map(([other]) => one.innerText + ' and ' + other.innerText));
  return { labels: labels.map((one) => one.innerText), touching };
})()`;

/** Checks that the labels of the chart's axes do not overlap, and returns them. */
export async function expectReadableChart(page: Page): Promise<string[]> {
  const { labels, touching } = await page.evaluate<{ labels: string[]; touching: string[] }>(chartLabels);
  expect(touching).toEqual([]);
  return labels;
}

/** Dark on phones and light elsewhere: everything is checked on both, so each color scheme is covered at no extra cost. */
async function useColorSchemeOfWidth(page: Page): Promise<void> {
  const colorScheme = (page.viewportSize()?.width ?? 0) < 600 ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme });
  // Waits for color transitions to end.
  await until(
    `the colors of the ${colorScheme} scheme`,
    () => page.evaluate(colorsStand),
    (seen) => seen === colorScheme,
  );
}

/** Navigates as a link does: reloading the whole app takes several times as long. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  if (page.url().endsWith(path)) return;
  await page.evaluate(`
    for (const title of document.querySelectorAll('main h1')) title.dataset.left = '';
    history.pushState({}, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));`);
  await page.locator('main h1:not([data-left])').first().waitFor();
}

const colorsStand = `document.getAnimations().every((one) => one.effect.getComputedTiming().endTime === Infinity) &&
  document.documentElement.dataset.mantineColorScheme`;

/** Tests run on a phone in Japanese; `expectCleanPageOnBothScreens` checks the result on a desktop screen, too. */
export const phone = { locale: 'ja', width: 390, height: 844, colorScheme: 'dark' } as const;
const desktop = { width: 1280, height: 900 };

/** Checks the page on a light desktop screen and a dark phone screen, and leaves it on the phone. */
export async function expectCleanPageOnBothScreens(dashboard: Dashboard): Promise<void> {
  for (const { width, height } of [desktop, phone]) {
    await dashboard.page.setViewportSize({ width, height });
    await expectCleanPage(dashboard);
  }
}

/**
 * Checks that there are no accessibility violations, no horizontal overflow, no console messages, and no injected
 * script has run.
 */
export async function expectCleanPage({ page, pageErrors }: Dashboard): Promise<void> {
  // With a frame that requests nothing, Playwright would wait for the next request of the page. Those that show mails wait for the mail.
  if ((await page.locator('iframe').count()) === 0) await page.waitForLoadState('networkidle');
  await useColorSchemeOfWidth(page);
  // Content behind a modal dialog is inert, so only what lies above it is checked.
  const isModal = (await page.locator('[role="dialog"][aria-modal="true"]').count()) > 0;
  const within = isModal ? 'body > [data-portal]' : undefined;
  expect(await accessibilityViolations(page, within === undefined ? {} : { within })).toEqual([]);
  expect(await page.evaluate(beyondTheEdge)).toEqual([]);
  await expectNoOverflow(page);
  expect(await page.evaluate('window.stolen')).toBeUndefined();
  expect(pageErrors).toEqual([]);
}
