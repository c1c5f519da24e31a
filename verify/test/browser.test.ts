import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, type Browser, type Page } from 'playwright-core';
import { CollectedDocument } from '../../server/src/http/pages/pdf/collected-document.js';
import { findSystemProgram } from '../../server/test/support/system-programs.js';
import { formatEntry } from '../../server/src/platform/tlog/format.js';
import type * as Verify from '../src/index.js';
import { accountHash, formatVerifierKey } from '../src/index.js';
import { bundleOf } from './support/bundle.js';
import { issued, makeLog, origin, proofOf, someEntries, type ExampleLog } from './support/example-log.js';
import { signerOf } from './support/keys.js';

const { binary, missing } = findSystemProgram('chromium-headless-shell', 'chromium');
/** What the page has. */
interface Loaded {
  readonly verify: typeof Verify;
}
const html = `<!doctype html><script type="module">
  import * as verify from '/verify.js';
  globalThis.verify = verify;
</script>`;
const name = 'Muster & Söhne';

describe.skipIf(missing)('in a browser (skipped if Chromium is not installed)', () => {
  let browser: Browser;
  let page: Page;
  let log: ExampleLog;
  let key: string;
  let pdf: Buffer;

  beforeAll(async () => {
    const signer = await signerOf(origin, 1);
    key = formatVerifierKey(signer.key);
    const salt = new Uint8Array(32).fill(9);
    const entry = formatEntry({ ...issued(7), account: await accountHash(salt, name) });
    log = await makeLog([...someEntries(299), entry], signer);
    const document = new CollectedDocument();
    document.file(Buffer.from(proofOf(log, 299, salt)), { name: 'certificate.tlog-proof' });
    document.file(Buffer.from(entry), { name: 'entry.json' });
    pdf = await document.bytes();

    browser = await chromium.launch({ executablePath: binary, args: ['--no-sandbox'] });
    page = await browser.newPage();
    const files = new Map<string, Uint8Array | string>([
      ...log.files,
      ['verify.js', (await bundleOf('*')).bytes],
    ]);
    // Nothing leaves this process, but the page counts as loaded over HTTPS, which Web Crypto requires.
    await page.route('https://regrove.example.com/**', (route) => {
      const file = files.get(new URL(route.request().url()).pathname.slice(1));
      const contentType = route.request().url().endsWith('.js') ? 'text/javascript' : 'text/html';
      return route.fulfill({ status: 200, contentType, body: Buffer.from(file ?? html) });
    });
    await page.goto('https://regrove.example.com/');
  });
  afterAll(() => browser.close());

  it('a PDF is verified', async () => {
    const result = await page.evaluate(
      async ({ base64, ...given }) => {
        const { readCertificateFile, verifyProof } = (globalThis as unknown as Loaded).verify;
        const file = await readCertificateFile(
          Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
        );
        const { verdict, checks } = await verifyProof({
          ...file,
          keys: [given.key],
          name: given.name,
        });
        return { verdict, name: checks.name.state };
      },
      { base64: pdf.toString('base64'), key, name },
    );
    expect(result).toEqual({ verdict: 'proven', name: 'shown' });
  });

  it('a log is audited', async () => {
    const count = await page.evaluate(async (logKey) => {
      const { openLog } = (globalThis as unknown as Loaded).verify;
      const fetchResource = async (path: string): Promise<Uint8Array> =>
        new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer());
      const { entries } = await openLog({ fetchResource, keys: [logKey] });
      let found = 0;
      for await (const { index } of entries()) if (index === found) found++;
      return found;
    }, key);
    expect(count).toBe(300);
  });
});
