import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser as Launched, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { findSystemProgram } from './system-programs.js';

/** The system's browser; tests that need it are skipped by name where it is missing. */
const browserPeer = findSystemProgram('chromium-headless-shell', 'chromium');

export interface Browser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Closes all pages, and removes their cookies and storage. */
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
  // Pages of one server share a process, so that the next one finds the scripts compiled.
  '--process-per-site',
  // Pages live for seconds: compiling their scripts for speed takes more processor time than it saves.
  '--js-flags=--no-maglev,--no-turbofan',
];

/** All servers of the tests share a certificate. Chromium caches only what comes from a server that it trusts. */
async function trustOfOurCertificate(): Promise<string> {
  const certificate = await readFile(join(inject('prepared').used, 'tls', 'cert.pem'));
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
}

/** Starting it takes longer than many tests, so the files that a process runs share it. It ends with the process. */
let launched: Launched | undefined;

/** The contexts of the current file, with and without JavaScript. */
const contexts = new Map<boolean, BrowserContext>();

/** Tests that need a browser, which they share. */
export const describeInBrowser = (title: string, tests: () => void): void => {
  describe.skipIf(browserPeer.missing)(title, () => {
    beforeAll(async () => {
      launched ??= await chromium.launch({
        executablePath: browserPeer.binary,
        headless: true,
        args: [...flags, await trustOfOurCertificate()],
      });
    });
    tests();
    // Declared last, so that it runs before the hooks that stop the server.
    afterAll(async () => {
      for (const context of contexts.values()) await context.close();
      contexts.clear();
    });
  });
};

/**
 * A page of the headless browser, without cookies or storage. The pages of a file share a context, because its cache makes loading
 * the dashboard much faster: close one before you open the next.
 */
export async function openBrowser({
  width = 1440,
  height = 900,
  colorScheme = 'light',
  javaScriptEnabled = true,
}: BrowserOptions = {}): Promise<Browser> {
  const context = contexts.get(javaScriptEnabled) ?? (await createContext(javaScriptEnabled));
  contexts.set(javaScriptEnabled, context);
  // A test that failed may not have closed its pages.
  await reset(context);
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  return { context, page, close: () => reset(context) };
}

async function createContext(javaScriptEnabled: boolean): Promise<BrowserContext> {
  if (!launched) throw new Error('Tests that use a browser must be inside describeInBrowser');
  const context = await launched.newContext({
    javaScriptEnabled,
    reducedMotion: 'reduce',
    // A server in a separate process may have another certificate.
    ignoreHTTPSErrors: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // As in all tests: long enough for a busy machine, short enough to detect a hang.
  context.setDefaultTimeout(240_000);
  // The first page keeps the process of the server's pages alive between tests.
  await context.newPage();
  return context;
}

async function reset(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  const [keeper, ...pages] = context.pages();
  for (const page of pages) {
    const { protocol, origin } = new URL(page.url());
    if (protocol === 'https:') {
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
      if (keeper?.url() === 'about:blank') await keeper.goto(`${origin}/v1`);
    }
    await page.close();
  }
  await context.clearCookies();
}
