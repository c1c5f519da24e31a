import { chromium } from 'playwright-core';
import { withCleanup } from './cleanup.mjs';

/** A headless browser, closed at the end of the run at the latest. */
export async function openBrowser() {
  const { created, undo } = withCleanup(
    () =>
      chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
        headless: true,
        args: ['--no-sandbox', '--disable-gpu'],
      }),
    (browser) => browser.close(),
  );
  return { browser: await created, close: undo };
}
