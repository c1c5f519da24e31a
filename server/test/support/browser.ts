import { chromium, type Browser as Launched, type BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { peer } from './system-peers.js';

/** The system's browser; tests that need it are skipped by name where it is missing. */
const browserPeer = peer('chromium-headless-shell', 'chromium');

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
}

const flags = [
  // The sandbox does not start as root, and tests open only our own server.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let launched: Launched | undefined;

/** Tests that need a browser. They share one browser; each opens its own window, isolated from the others. */
export const describeInBrowser = (title: string, tests: () => void): void => {
  describe.skipIf(browserPeer.missing)(title, () => {
    beforeAll(async () => {
      launched = await chromium.launch({ executablePath: browserPeer.binary, headless: true, args: flags });
    });
    afterAll(async () => {
      await launched?.close();
      launched = undefined;
    });
    tests();
  });
};

/** A window of the headless browser, with its own cookies and storage. */
export async function openBrowser({
  width = 1440,
  height = 900,
  colorScheme = 'light',
  javaScriptEnabled = true,
}: BrowserOptions = {}): Promise<Browser> {
  if (!launched) throw new Error('Tests with a browser stand in describeInBrowser');
  const context = await launched.newContext({
    viewport: { width, height },
    colorScheme,
    javaScriptEnabled,
    reducedMotion: 'reduce',
    // The server's certificate is self-signed.
    ignoreHTTPSErrors: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // As in all tests: long enough for a busy machine, short enough to detect a hang.
  context.setDefaultTimeout(240_000);
  return { context, close: () => context.close() };
}
