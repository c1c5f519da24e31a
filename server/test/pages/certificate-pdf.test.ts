import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import readQrCode from 'jsqr';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales, type Locale } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { cleanText } from '../../src/platform/text/clean-text.js';
import { makePictures } from '../../src/platform/images/make-pictures.js';
import {
  exampleCertificate,
  exampleFacts,
  latinLocales,
  renderExampleCertificate,
  renderPicture,
} from '../support/example-certificate.js';
import { examplePicture } from '../support/example-picture.js';
import { findSystemProgram } from '../support/system-programs.js';

const run = promisify(execFile);
const [pdfinfo, pdftotext, pdftoppm] = ['pdfinfo', 'pdftotext', 'pdftoppm'].map((name) =>
  findSystemProgram(name),
);
const keys = ['title', 'presentedTo', 'date', 'project', 'place', 'number', 'verify', 'footer'] as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-certificates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const renderName = (accountName: string, locale: Locale = 'en') =>
  renderExampleCertificate({ accountName }, locale);

let files = 0;
async function stored(pdf: Buffer): Promise<string> {
  const path = join(folder, `${++files}.pdf`);
  await writeFile(path, pdf);
  return path;
}

/** The text that a reader would copy, in document order. Line breaks are not part of it. */
async function textOf(pdf: Buffer): Promise<string> {
  const { stdout } = await run(pdftotext?.binary ?? '', ['-raw', '-enc', 'UTF-8', await stored(pdf), '-']);
  return withoutSpace(stdout);
}

// pdftotext adds the direction marks.
function withoutSpace(text: string): string {
  return text.replace(/[\s\u202A-\u202E\u200E\u200F\f]/gu, '').normalize('NFC');
}

async function tellsOf(pdf: Buffer, ...args: string[]): Promise<string> {
  return (await run(pdfinfo?.binary ?? '', [...args, await stored(pdf)])).stdout;
}

describe.skipIf(pdftotext?.missing)('text that can be copied', () => {
  it.each(locales)('is complete in %s', async (locale) => {
    const i18n = i18nFor(locale);
    const text = await textOf(await exampleCertificate(locale));
    const expected = [
      ...keys.map((key) => i18n.t(`certificate.${key}`)),
      i18n.number(exampleFacts.trees),
      i18n.t('certificate.trees', { trees: exampleFacts.trees }),
      i18n.t('certificate.pages', { pages: exampleFacts.pages }),
      i18n.date(exampleFacts.date),
      exampleFacts.accountName,
      exampleFacts.number,
      exampleFacts.project.name,
    ];
    for (const part of expected) expect(text).toContain(withoutSpace(part));
  });

  it.each([
    ['below the country', { latitude: 51.1, longitude: 10.4 }, 'en', ['Germany', '51.1°, 10.4°']],
    ['below the country', { latitude: 51.1, longitude: 10.4 }, 'de', ['Deutschland', '51,1°, 10,4°']],
    [
      'below a long name, which has two lines',
      { latitude: -4.75, longitude: 38.5, place: 'Magamba Forest Reserve, Lushoto' },
      'en',
      ['Magamba Forest Reserve, Lushoto, Tanzania', '−4.75°, 38.5°'],
    ],
  ] as const)('has coordinates %s: %#', async (_, place, locale, [name, coordinates]) => {
    const pdf = await renderExampleCertificate({ project: { ...exampleFacts.project, ...place } }, locale);
    const args = ['-raw', '-enc', 'UTF-8', await stored(pdf), '-'];
    const { stdout } = await run(pdftotext?.binary ?? '', args);
    const lines = stdout.split('\n');
    const at = lines.findIndex((line) => line.includes(coordinates));
    expect(lines[at]).toBe(coordinates);
    expect(withoutSpace(stdout)).toContain(withoutSpace(name + coordinates));
  });

  it.each([
    ['several scripts', 'Grün & 森林 ป่าไม้ شركة Зелёный λ हिन्दी'],
    ['Arabic', 'شركة الغابات الخضراء للتنمية'],
    ['Arabic with a year and brackets', 'شركة الغابات (2031) للتنمية'],
    ['Hebrew with Latin', 'יערות ירוקים בע"מ Green 24'],
    ['Latin with Hebrew', 'Green יערות ירוקים Ltd'],
    ['Thai', 'บริษัท ป่าไม้ยั่งยืน จำกัด (มหาชน) น้ำใจ'],
    ['Devanagari', 'हरित वन प्रतिष्ठान क्षेत्र'],
    ['Bengali', 'সবুজ বন ফাউন্ডেশন'],
    ['Tamil', 'பசுமை காடுகள் நிறுவனம்'],
    ['Georgian', 'მწვანე ტყე'],
    ['Armenian', 'Կանաչ անտառ'],
    ['Vietnamese', 'Công ty Rừng Xanh Việt Nam'],
    ['Korean', '녹색숲 주식회사'],
    ['Japanese', '株式会社 みどりの森ホールディングス'],
    ['emoji', 'Leaf 🌳🌲 & Co ❤️'],
    ['an emoji of several characters', 'Team 👩‍🌾'],
    ['the end of a metadata block', 'A </x:xmpmeta> <b> & "B"'],
    ['brackets and backslashes', String.raw`(Paper) \(Co\) \\ (open \n`],
  ])('includes the account name: %s', async (_, name) => {
    expect(await textOf(await renderName(name))).toContain(withoutSpace(name));
  });

  it.each([
    [
      'words',
      'The Honourable Association of Independent Stationers, Bookbinders & Paper Merchants of Northern Europe (West), Ltd.',
    ],
    ['one word', 'Wm'.repeat(60)],
    ['Thai without blanks', 'บริษัทป่าไม้ยั่งยืนจำกัด'.repeat(5).slice(0, 120)],
    ['Han', '綠意森林股份有限公司'.repeat(12)],
  ])('includes an account name of some 120 characters: %s', async (_, name) => {
    const pdf = await renderName(name, 'zh-TW');
    expect(await textOf(pdf)).toContain(withoutSpace(name));
    expect(await tellsOf(pdf)).toMatch(/^Pages: +1$/mu);
  });

  it('ends in an ellipsis when a name is wider than the certificate', async () => {
    const text = await textOf(await renderName('Paper and more paper '.repeat(50)));
    expect(text).toMatch(/Paperandmorepaper.{100,}…/u);
  });

  it('has no control characters, lone surrogates or direction marks', async () => {
    const name = 'Pa\u0000per\u0007 \ud83c & \u202eSons\u2066 \udf33\r\nLtd\u200b';
    const text = await textOf(await renderName(name));
    expect(text).toContain('Paper&SonsLtd');
    expect(cleanText(name)).toBe('Paper & Sons Ltd');
  });

  it('copies as written even if no font can display it', async () => {
    const pdf = await renderName('Forest ሀገር \u{12000} Ltd');
    expect(await textOf(pdf)).toContain('Forestሀገር\u{12000}Ltd');
  });

  it('is empty for an empty name, and the certificate is still created', async () => {
    expect(await textOf(await renderName('\u0000'))).toContain('CertificateofReforestation');
  });
});

/** Each word with its line and its height, from `pdftotext -bbox-layout`. */
async function wordsIn(pdf: Buffer): Promise<{ text: string; top: number; height: number }[]> {
  const { stdout } = await run(pdftotext?.binary ?? '', ['-bbox', '-enc', 'UTF-8', await stored(pdf), '-']);
  return [...stdout.matchAll(/<word .*?yMin="([\d.]+)" .*?yMax="([\d.]+)">(.*?)<\/word>/gu)].map(
    ([, top = '', bottom = '', text = '']) => ({
      text,
      top: Number(top),
      height: Number(bottom) - Number(top),
    }),
  );
}

describe.skipIf(pdftotext?.missing)('the layout', () => {
  // Long month names, and two-digit days.
  const dates = ['2031-09-30', '2031-11-28', '2031-12-31'].map((day) => new Date(`${day}T08:00:00Z`));

  it.each(locales)('has its date on one line in %s', async (locale) => {
    for (const date of [exampleFacts.date, ...dates]) {
      const pdf =
        date === exampleFacts.date ? exampleCertificate(locale) : renderExampleCertificate({ date }, locale);
      const words = await wordsIn(await pdf);
      // The line of values, which includes the date.
      const [number] = words.filter(({ text }) => text === exampleFacts.number);
      const onLine = words.filter(({ top, height }) => Math.abs(top + height / 2 - lineOf(number)) < 4);
      const line = withoutSpace(onLine.map(({ text }) => text).join(''));
      expect(line).toContain(withoutSpace(i18nFor(locale).date(date)));
    }
  });

  const lineOf = (word: { top: number; height: number } | undefined): number =>
    (word?.top ?? 0) + (word?.height ?? 0) / 2;

  it.each([
    ['a project', { project: { ...exampleFacts.project, name: `Donaudampf${'schifffahrts'.repeat(5)}` } }],
    ['an account', { accountName: 'Wm'.repeat(45) }],
    ['a number', { number: `RG-${'0'.repeat(40)}` }],
  ])('breaks one long word of %s instead of setting it smaller than its caption', async (_, changes) => {
    const words = await wordsIn(await renderExampleCertificate(changes));
    const caption = words.find(({ text }) => text === ('accountName' in changes ? 'Presented' : 'Location'));
    const parts = words.filter(({ text }) => /^(Donau|.*schiff|.*(Wm){5}|.*0{9})/u.test(text));
    expect(parts.length).toBeGreaterThan(1);
    for (const { height } of parts) expect(height).toBeGreaterThanOrEqual((caption?.height ?? 99) - 0.01);
  });
});

describe.skipIf(pdftoppm?.missing)('the QR code', () => {
  it.each(['https://r.example/c/1', exampleFacts.url, `https://regrove.example/${'long/'.repeat(30)}`])(
    'links to the certificate: %s',
    async (url) => {
      const path = await stored(await renderExampleCertificate({ url }));
      await run(pdftoppm?.binary ?? '', ['-r', '200', '-png', '-singlefile', path, path]);
      const { data, width, height } = PNG.sync.read(await readFile(`${path}.png`));
      const decode = readQrCode as unknown as typeof readQrCode.default;
      expect(decode(new Uint8ClampedArray(data), width, height)?.data).toBe(url);
    },
  );
});

describe.skipIf(pdfinfo?.missing)('the document', () => {
  it('is one tagged page of A4 with a title and its own date', async () => {
    const about = await tellsOf(await exampleCertificate('ja'));
    expect(about).toMatch(/^Title: +再植林証明書 RG-2031-004217$/mu);
    expect(about).toMatch(/^Tagged: +yes$/mu);
    expect(about).toMatch(/^Pages: +1$/mu);
    expect(about).toMatch(/^Page size: +841\.89 x 595\.28 pts \(A4\)$/mu);
    expect(about).toMatch(/^CreationDate: .*2031/mu);
  });

  it('has a structure with headings, paragraphs and figures', async () => {
    const structure = await tellsOf(await exampleCertificate(), '-struct');
    const types = [...structure.matchAll(/^ *(H1|H2|P|Figure)\b/gmu)].map(([, type]) => type);
    expect(types).toEqual([
      'H1',
      'P',
      'H2',
      'P',
      'P',
      'P',
      'P',
      'Figure',
      ...Array<string>(7).fill('P'),
      'Figure',
    ]);
  });

  it('is read aloud in writing order, however a name is drawn', async () => {
    const name = 'شركة الغابات (2031) للتنمية';
    expect((await renderName(name)).toString('latin1')).toContain(`/ActualText <${utf16(name)}>`);
  });

  it('declares its language and keeps the name out of its metadata', async () => {
    const name = 'A </x:xmpmeta> <b>';
    const pdf = await renderName(name, 'zh-TW');
    const raw = pdf.toString('latin1');
    expect(raw).toContain('/Lang (zh-TW)');
    expect(raw.match(/<\/x:xmpmeta>/gu)).toHaveLength(1);
  });

  it('is identical every time, even while others are generated', async () => {
    const names = ['Northwind', 'شركة الغابات', '株式会社 みどりの森', 'ป่าไม้', 'Northwind 🌳'];
    const alone: Buffer[] = [];
    for (const name of names) alone.push(await renderName(name));
    const together = await Promise.all([...names, ...names].map((name) => renderName(name)));
    together.forEach((pdf, index) => expect(pdf.equals(alone[index % names.length] ?? pdf)).toBe(true));
  });

  it.each(locales)('is small in %s', async (locale) => {
    const pdf = await exampleCertificate(locale);
    expect(pdf.length).toBeLessThan(latinLocales.includes(locale) ? 30_000 : 60_000);
  });

  it('has the picture of the project, with alternative text', async () => {
    const pdf = await renderPicture((await makePictures(examplePicture())).print);
    const structure = await tellsOf(pdf, '-struct');
    expect(structure.match(/Figure/gu)).toHaveLength(3);
    expect(pdf.toString('latin1')).toContain(
      `/Alt <${Buffer.from('Picture of Usambara Mountains').toString('hex')}>`,
    );
  });

  it.each([
    [90, 180],
    [-90, -180],
    [0, 0],
  ])('has a pin for %d, %d', async (latitude, longitude) => {
    const pdf = await renderExampleCertificate({ project: { ...exampleFacts.project, latitude, longitude } });
    expect(await tellsOf(pdf)).toMatch(/^Pages: +1$/mu);
  });
});

function utf16(text: string): string {
  return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('hex');
}
