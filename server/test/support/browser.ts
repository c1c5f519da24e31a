import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { peer } from './system-peers.js';

/** The browser of the system; tests that need it are skipped by name where it is missing. */
export const browserPeer = peer('chromium');

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
  // Tests may run as root, where the sandbox does not start; all they open is our own server.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A headless browser with a profile of its own. */
export async function openBrowser({
  width = 1440,
  height = 900,
  colorScheme = 'light',
  javaScriptEnabled = true,
}: BrowserOptions = {}): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'regrove-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPeer.binary,
    headless: true,
    args: flags,
    viewport: { width, height },
    colorScheme,
    javaScriptEnabled,
    reducedMotion: 'reduce',
    // The server's certificate is of its own making.
    ignoreHTTPSErrors: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
