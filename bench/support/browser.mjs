import { chromium } from 'playwright-core';
import { make } from './cleaning-up.mjs';

/** A headless browser, closed at the end of the run at the latest. */
export async function openBrowser() {
  const { making, undo } = make(
    () =>
      chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
        headless: true,
        args: ['--no-sandbox', '--disable-gpu'],
      }),
    (browser) => browser.close(),
  );
  return { browser: await making, close: undo };
}
