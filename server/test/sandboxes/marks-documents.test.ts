import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderQuotePdf } from '../../src/http/pages/quote-pdf/render-quote.js';
import { drawCard } from '../../src/http/pages/share-card/draw-card.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales, type Locale } from '../../src/messages/locales.js';
import { makePictures } from '../../src/platform/images/make-pictures.js';
import { exampleFacts, renderExampleCertificate } from '../support/example-certificate.js';
import { exampleCreditNote, exampleLine, renderInvoice } from '../support/example-invoice.js';
import { examplePicture } from '../support/example-picture.js';
import { findSystemProgram } from '../support/system-programs.js';

const run = promisify(execFile);
const [pdfinfo, pdftotext, pdftoppm] = [
  findSystemProgram('pdfinfo'),
  findSystemProgram('pdftotext'),
  findSystemProgram('pdftoppm'),
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-marks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function stored(pdf: Uint8Array): Promise<string> {
  const path = join(folder, `${++files}.pdf`);
  await writeFile(path, pdf);
  return path;
}

const withoutSpace = (text: string): string =>
  text.replace(/[\s\u202A-\u202E\u200E\u200F]/gu, '').normalize('NFC');

/** The text of each page. */
async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { stdout } = await run(pdftotext.binary, ['-raw', '-enc', 'UTF-8', await stored(pdf), '-']);
  return stdout.split('\f').slice(0, -1).map(withoutSpace);
}

const about = (locale: Locale, note: 'sandbox.trees' | 'sandbox.document'): string => {
  const { t } = i18nFor(locale);
  return withoutSpace(`${t('sandbox.word')} – ${t(note)}`);
};

const isSandbox = true;
const longName = 'Wm'.repeat(127);

const offer = {
  accountName: longName,
  recipient: null,
  reference: 'x'.repeat(255),
  quotedAt: exampleFacts.date,
  pages: 8_333,
  trees: '1',
  price: '3.00',
  currency: 'EUR',
  project: exampleFacts.project,
  methodology: exampleFacts.methodology,
  items: [],
  validUntil: null,
  url: exampleFacts.url,
  isSandbox,
};

describe.skipIf(pdftotext.missing)('A PDF of a sandbox', () => {
  it.each(locales)('says so in %s, on a certificate, a quote and an invoice', async (locale) => {
    const certificate = await renderExampleCertificate({ isSandbox, accountName: longName }, locale);
    const quote = await renderQuotePdf(offer, i18nFor(locale));
    for (const pdf of [certificate, quote])
      for (const text of await pagesOf(pdf)) expect(text).toContain(about(locale, 'sandbox.trees'));
    for (const pdf of [
      await renderInvoice({ isSandbox }, locale),
      await renderInvoice({ ...exampleCreditNote, isSandbox }, locale),
    ])
      for (const text of await pagesOf(pdf)) expect(text).toContain(about(locale, 'sandbox.document'));
  });

  it('says so on each of its pages', async () => {
    const lines = Array.from({ length: 60 }, () => exampleLine);
    const pages = await pagesOf(await renderInvoice({ isSandbox, lines }));
    expect(pages.length).toBeGreaterThan(3);
    for (const text of pages) expect(text).toContain(about('en', 'sandbox.document'));
  });

  it('says so in its title, and first to a screen reader', async () => {
    const file = await stored(await renderExampleCertificate({ isSandbox }));
    expect((await run(pdfinfo.binary, [file])).stdout).toMatch(/^Title: +SANDBOX – Certificate of/m);
    const { stdout } = await run(pdfinfo.binary, ['-struct-text', file]);
    expect(stdout).toMatch(
      /^Document\s+P \(block\)\s+"SANDBOX – Just a test: no trees are planted for this"/,
    );
  });

  it('looks like before outside of a sandbox', async () => {
    const pdfs = [
      await renderExampleCertificate({}),
      await renderInvoice({}),
      await renderInvoice(exampleCreditNote),
    ];
    for (const pdf of pdfs) expect((await pagesOf(pdf)).join()).not.toMatch(/SANDBOX|Justatest/);
  });
});

const ember = [154, 79, 28];
const isEmber = (colour: readonly number[]): boolean =>
  colour.every((part, index) => Math.abs(part - (ember[index] ?? 0)) < 6);

describe.skipIf(pdftoppm.missing)('The mark on a certificate', () => {
  const pixelsOf = async (pdf: Buffer): Promise<PNG> => {
    const file = await stored(pdf);
    await run(pdftoppm.binary, ['-r', '72', '-png', '-singlefile', file, file]);
    return PNG.sync.read(await readFile(`${file}.png`));
  };
  const at = ({ data, width }: PNG, x: number, y: number): number[] => [
    ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
  ];

  it('is covered by neither a name nor a picture', async () => {
    const picture = (await makePictures(examplePicture())).print;
    const project = { ...exampleFacts.project, picture };
    const changes = { accountName: longName, project };
    const [marked, plain] = [
      await pixelsOf(await renderExampleCertificate({ ...changes, isSandbox })),
      await pixelsOf(await renderExampleCertificate(changes)),
    ];
    for (let x = 0; x < marked.width; x += 5) expect(isEmber(at(marked, x, 3))).toBe(true);
    // The watermark crosses the picture, which is otherwise the same.
    let changed = 0;
    for (let x = 640; x < 750; x++)
      for (let y = 60; y < 170; y++) if (at(marked, x, y).join() !== at(plain, x, y).join()) changed++;
    expect(changed).toBeGreaterThan(500);
  });
});

describe('A share card of a sandbox', () => {
  const facts = { id: 'evergreen', name: longName, trees: '12345678', pages: 102_878_000_000 };

  it.each(locales)('has a band with a text at the top in %s', (locale) => {
    const { pixels, width } = drawCard({ ...facts, isSandbox }, i18nFor(locale));
    const at = (x: number, y: number): number[] => [
      ...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
    ];
    for (let x = 0; x < width; x += 10) expect(isEmber(at(x, 2))).toBe(true);
    const written = Array.from({ length: width }, (_, x) => at(x, 34)).filter((colour) => !isEmber(colour));
    expect(written.length).toBeGreaterThan(40);
    // The text ends before the picture does.
    for (let x = width - 84; x < width; x++) expect(isEmber(at(x, 34))).toBe(true);
  });
});
