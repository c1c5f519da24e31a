import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accountHash, formatVerifierKey, type Entry } from '@regrove/verify';
import { issued, makeLog, proofOf, someEntries } from '../../../verify/test/support/example-log.js';
import { signerOf } from '../../../verify/test/support/keys.js';
import { CollectedDocument } from '../../src/http/pages/pdf/collected-document.js';
import { locales } from '../../src/messages/locales.js';
import { formatEntry } from '../../src/platform/tlog/format.js';
import { accessibilityViolations } from '../support/accessibility.js';
import { describeInBrowser, openBrowser, type Browser } from '../support/browser.js';
import { startWorld, type World } from '../support/world.js';

const name = 'Muster & Söhne';
const salt = Buffer.alloc(32, 9);

describeInBrowser('The page that verifies certificates', () => {
  let world: World;
  let browser: Browser;
  let folder: string;
  let url: string;
  let pageErrors: string[];
  let proof: string;
  let entry: string;
  let foreignKey: string;
  let logName: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'regrove-page-'));
    world = await startWorld();
    url = `${world.server.running.baseUrl}/log/verify`;
    // Signed with the key of the installation, so that the page needs no other.
    const signer = await world.server.running.instance.context.transparency.signer();
    logName = signer.key.name;
    foreignKey = formatVerifierKey((await signerOf('example.com/other', 1, 8)).key);
    const certificate = {
      ...issued(7),
      id: '01900000-0000-7000-8000-0123456789ab',
      account: await accountHash(salt, name),
    };
    entry = formatEntry(certificate).toString();
    const log = await makeLog([...someEntries(1234), Buffer.from(entry)], signer, signer.key.name);
    proof = proofOf(log, 1234, salt);
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });
  afterEach(() => browser.close());

  const open = async (query = '', options: Parameters<typeof openBrowser>[0] = {}): Promise<Page> => {
    browser = await openBrowser(options);
    pageErrors = [];
    const { page } = browser;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text());
    });
    page.on('pageerror', (error) => pageErrors.push(error.message));
    await page.goto(url + query);
    return page;
  };

  async function pdf(attached: { proof?: string; entry?: string }): Promise<string> {
    const document = new CollectedDocument();
    document.text('A certificate');
    if (attached.proof !== undefined)
      document.file(Buffer.from(attached.proof), { name: 'certificate.tlog-proof' });
    if (attached.entry !== undefined) document.file(Buffer.from(attached.entry), { name: 'entry.json' });
    return file(`certificate-${String(++written)}.pdf`, await document.bytes());
  }
  let written = 0;
  const file = async (called: string, content: string | Buffer): Promise<string> => {
    await writeFile(join(folder, called), content);
    return join(folder, called);
  };
  /** With the proof that it is in the log, as anyone can make it for what is public. */
  async function pdfOfEntry(told: Entry): Promise<string> {
    const bytes = formatEntry(told);
    const signer = await world.server.running.instance.context.transparency.signer();
    const log = await makeLog([...someEntries(3), bytes], signer, logName);
    return pdf({ proof: proofOf(log, 3), entry: bytes.toString() });
  }
  const choose = (page: Page, path: string): Promise<void> => page.locator('#file').setInputFiles(path);
  const outcome = async (page: Page, heading: string): Promise<string> => {
    await page.getByRole('status').getByRole('heading', { name: heading }).waitFor();
    return page.getByRole('status').innerText();
  };

  it('proves a certificate without a network, and may connect to nobody', async () => {
    const page = await open();
    await browser.context.setOffline(true);
    await choose(page, await pdf({ proof, entry }));
    const found = await outcome(page, 'Proven');
    for (const words of [
      'RG-0123-4567-89AB',
      '0.113164',
      '943',
      'February 28, 2026',
      'Río Negro',
      '1,234',
      '1,235',
    ])
      expect(found).toContain(words);
    expect(found).toContain('The recipient wasn’t checked.');
    expect(found).toContain('What the PDF shows in print wasn’t checked.');
    expect(found).toContain('Whether witnesses have seen the same log isn’t checked here.');
    expect(pageErrors).toEqual([]);

    const { agent } = world.server;
    const { headers, body } = await request(url, { dispatcher: agent });
    await body.dump();
    expect(headers['content-security-policy']).toContain("connect-src 'none'");
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('checks a name once it is entered, and takes another one for no alteration', async () => {
    const page = await open();
    await choose(page, await pdf({ proof, entry }));
    await outcome(page, 'Proven');
    const field = page.getByLabel('Name on the certificate');
    const result = page.getByRole('status');
    const [right, other] = ['It was issued to the name that you entered.', 'It was issued to another name,'];
    await field.pressSequentially('Mus');
    // What an earlier key might have started.
    await page.waitForTimeout(300);
    expect(await result.innerText()).toContain('The recipient wasn’t checked.');
    expect(await result.innerText()).not.toContain(other);
    await field.press('Enter');
    await result.getByText(other).waitFor();
    expect(await outcome(page, 'Proven')).toContain('RG-0123-4567-89AB');
    // As it may be copied from a PDF.
    for (const entered of [name, ` ${name.replace(' ', '  ')}\u200e`, name.normalize('NFD')]) {
      await field.fill(entered);
      expect(await result.getByText(right).or(result.getByText(other)).count()).toBe(0);
      await field.blur();
      await result.getByText(right).waitFor();
    }
    await field.fill('');
    await field.blur();
    await result.getByText('Enter the name to check it.').waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('is none below the address of a sandbox', async () => {
    const { baseUrl } = world.server.running;
    const { statusCode, body } = await request(
      `${baseUrl}/sandbox/01900000-0000-7000-8000-00000000dead/log/verify`,
      { dispatcher: world.server.agent },
    );
    await body.dump();
    expect(statusCode).toBe(404);
  });

  it.each<[string, () => Promise<string>, string, string]>([
    [
      'an altered entry',
      () => pdf({ proof, entry: entry.replace('943', '944') }),
      'Altered or wrong',
      'What the file contains isn’t',
    ],
    [
      'another checkpoint',
      () => pdf({ proof: proof.replace('\n1235\n', '\n1236\n'), entry }),
      'Altered or wrong',
      'signature of the log is wrong',
    ],
    [
      'a broken proof',
      () => pdf({ proof: proof.replace('index', 'indx'), entry }),
      'Altered or wrong',
      'What the file contains isn’t',
    ],
    [
      'the entry of a withdrawal',
      () => pdfOfEntry({ v: 1, type: 'certificate.withdrawn', id: 'a', at: '2026-03-01T00:00:00Z' }),
      'Altered or wrong',
      'that entry doesn’t issue a certificate',
    ],
    [
      'an entry of a later version',
      () => pdfOfEntry({ v: 2, type: 'certificate.issued' }),
      'Not provable',
      'newer form',
    ],
    ['no proof', () => pdf({}), 'Not provable', 'No proof is attached'],
    [
      'a proof without its hashes',
      () => file('b.tlog-proof', proof.replace(/(index 1234\n)[^]*?\n\n/, '$1\n')),
      'Altered or wrong',
      'What the file contains isn’t',
    ],
    ['only a proof', () => file('a.tlog-proof', proof), 'Not provable', 'a proof alone doesn’t say'],
    ['a picture', () => file('a.png', Buffer.from('89504e47', 'hex')), 'Not provable', 'neither the PDF'],
    ['an empty file', () => file('empty.pdf', ''), 'Not provable', 'neither the PDF'],
    [
      'a file that is too large',
      () => file('large.pdf', Buffer.alloc(34 * 1024 * 1024)),
      'Not provable',
      'can’t be read',
    ],
  ])('says what is wrong with %s', async (_, made, heading, words) => {
    const page = await open();
    await choose(page, await made());
    const found = await outcome(page, heading);
    expect(found).toContain(words);
    expect(found).not.toContain('Río Negro');
    expect(pageErrors).toEqual([]);
  });

  it('uses the key that is entered', async () => {
    const page = await open();
    await choose(page, await pdf({ proof, entry }));
    await outcome(page, 'Proven');
    const key = page.getByLabel('Key of the log');
    expect(await key.inputValue()).toMatch(/\/log\+[0-9a-f]{8}\+\S+$/);
    await key.fill(foreignKey);
    expect(await page.getByRole('status').innerText()).toBe('');
    await key.press('Enter');
    expect(await outcome(page, 'Not provable')).toContain('wasn’t signed with the key given here');
    await key.fill('nothing');
    await key.press('Enter');
    await page.getByText('This isn’t the key of a log.').waitFor();
    expect(await key.getAttribute('aria-invalid')).toBe('true');
  });

  it('proves what was signed with a former key without a network, and says so', async () => {
    const former = await signerOf(logName, 1, 9);
    const log = await makeLog([...someEntries(2), Buffer.from(entry)], former, logName);
    await world.server.sql('insert into log_keys values ($1, $2, now(), 3, 3)', [
      formatVerifierKey(former.key),
      log.checkpoint,
    ]);
    // Browsers keep the page for a minute.
    const page = await open('?former');
    await browser.context.setOffline(true);
    await choose(page, await pdf({ proof: proofOf(log, 2, salt), entry }));
    const found = await outcome(page, 'Proven');
    expect(found).toContain('signed with a former key of the log');
    expect(found).toContain('RG-0123-4567-89AB');
    await choose(page, await pdf({ proof, entry }));
    await page.getByText('1,235').waitFor();
    expect(await outcome(page, 'Proven')).not.toContain('former key');
    // Who enters a key trusts no other.
    await choose(page, await pdf({ proof: proofOf(log, 2, salt), entry }));
    const key = page.getByLabel('Key of the log');
    await key.fill(foreignKey);
    await key.press('Enter');
    expect(await outcome(page, 'Not provable')).toContain('wasn’t signed with the key given here');
    expect(pageErrors).toEqual([]);
  });

  it('takes a file that is dropped, and ignores one that misses the field', async () => {
    const page = await open();
    const drop = (selector: string, content: string): Promise<void> =>
      page.evaluate(
        `(() => {
          const data = new DataTransfer();
          data.items.add(new File([${JSON.stringify(content)}], 'dropped.tlog-proof'));
          document.querySelector(${JSON.stringify(selector)})
            .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        })()`,
      );
    await drop('h1', 'nothing');
    expect(await page.getByRole('status').innerText()).toBe('');
    await drop('#drop', proof);
    expect(await outcome(page, 'Not provable')).toContain('dropped.tlog-proof');
  });

  it('can be used with the keyboard', async () => {
    const page = await open();
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.id');
    const reached: unknown[] = [];
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab');
      reached.push(await focused());
    }
    expect(reached.filter(Boolean)).toEqual(['file', 'name', 'key']);
  });

  it.each([
    ['on a desktop', 'en', {}],
    ['dark, on a small phone', 'th', { colorScheme: 'dark', width: 360, height: 740 }],
    ['on a small phone', 'de', { width: 360, height: 740 }],
  ] as const)('is accessible and fits: %s', async (_, locale, options) => {
    const page = await open(`?locale=${locale}`, options);
    expect(await accessibilityViolations(page)).toEqual([]);
    const show = async (state: string, path: string): Promise<void> => {
      await choose(page, path);
      await page.locator(`.result.${state}`).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    };
    await show('wrong', await pdf({ proof, entry: entry.replace('943', '944') }));
    await show('proven', await pdf({ proof, entry }));
    await show('unproven', await pdf({}));
    expect(pageErrors).toEqual([]);
  });

  it('has all texts in every language, and says what to do without JavaScript', async () => {
    for (const locale of locales) {
      const { body } = await request(`${url}?locale=${locale}`, { dispatcher: world.server.agent });
      const text = await body.text();
      expect(text).toContain(`<html lang="${locale}">`);
      expect(text.match(/data-text="\w+">[^<]+</g)).toHaveLength(34);
    }
    const page = await open('', { javaScriptEnabled: false });
    expect(await page.locator('noscript code').innerText()).toBe('npx --no regrove verify FILE');
    expect(await page.locator('noscript code').isVisible()).toBe(true);
    expect(await page.locator('#file').isVisible()).toBe(false);
  });
});
