import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '../../src/messages/locales.js';
import { newId } from '../../src/platform/ids.js';
import { exampleFacts, renderExampleCertificate } from '../support/example-certificate.js';
import { exampleInvoice, renderInvoice } from '../support/example-invoice.js';
import { renderReport } from '../support/example-report.js';
import { readXml } from '../support/read-xml.js';
import { findSystemProgram } from '../support/system-programs.js';

const pdftotext = findSystemProgram('pdftotext');

const arabic = 'شركة الغابات الخضراء (2031) للتنمية المستدامة والورق';
const long = 'Incorporated Association of Paper Consumers and Printers of the Northern Territories '
  .repeat(4)
  .slice(0, 255)
  .trim();
/** One word, without a place to break it. */
const torn = 'Papierverbraucherverband'.repeat(11).slice(0, 255);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-bounds-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function pdftotextOf(pdf: Buffer, ...options: string[]): Promise<string> {
  const path = join(folder, `${newId()}.pdf`);
  await writeFile(path, pdf);
  const { stdout } = await promisify(execFile)(pdftotext.binary, [...options, '-enc', 'UTF-8', path, '-'], {
    maxBuffer: 2 ** 26,
  });
  return stdout;
}

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface PageBoxes {
  readonly width: number;
  readonly height: number;
  readonly words: readonly Box[];
  readonly lines: readonly Box[];
}

const boxOf = ({
  attributes,
  text,
}: {
  attributes: Readonly<Record<string, string>>;
  text: string;
}): Box => ({
  text: text.replace(/\s+/g, ' ').trim(),
  left: Number(attributes['xMin']),
  right: Number(attributes['xMax']),
  top: Number(attributes['yMin']),
  bottom: Number(attributes['yMax']),
});

async function boxesOf(pdf: Buffer): Promise<PageBoxes[]> {
  const pages: { width: number; height: number; words: Box[]; lines: Box[] }[] = [];
  let words: Box[] = [];
  let lines: Box[] = [];
  for (const element of readXml((await pdftotextOf(pdf, '-bbox-layout')).replace(/<!DOCTYPE[^>]*>/, ''))) {
    if (element.path.endsWith('/word')) words.push(boxOf(element));
    if (element.path.endsWith('/line')) lines.push(boxOf(element));
    if (!element.path.endsWith('/page')) continue;
    const { width, height } = element.attributes;
    pages.push({ width: Number(width), height: Number(height), words, lines });
    [words, lines] = [[], []];
  }
  return pages;
}

const withoutSpace = (text: string): string =>
  text.replace(/[\s\u202A-\u202E\u200E\u200F\u2066-\u2069\f]/gu, '').normalize('NFKC');
/** Readers find the letters of a line, whatever the order in which lines and scripts are extracted. */
const letters = (text: string): string => withoutSpace(text).split('').toSorted().join('');

const documents = {
  certificate: (name: string, locale: Locale) =>
    renderExampleCertificate({ accountName: name, project: { ...exampleFacts.project, name } }, locale),
  report: (name: string, locale: Locale) => renderReport({ account: name, project: name }, locale),
  invoice: (name: string, locale: Locale) =>
    renderInvoice(
      {
        buyer: { ...exampleInvoice.buyer, name },
        lines: exampleInvoice.lines.map((line) => ({ ...line, projectName: name })),
      },
      locale,
    ),
} as const;

const cases = (Object.keys(documents) as (keyof typeof documents)[]).flatMap((document) =>
  (['en', 'de', 'ja', 'th'] as const).map((locale) => [document, locale] as const),
);

describe.skipIf(pdftotext.missing)('A PDF with unusual names', () => {
  it.each(cases)('has all of its text on the page: %s in %s', async (document, locale) => {
    for (const name of [arabic, long, torn]) {
      const pages = await boxesOf(await documents[document](name, locale));
      expect(pages.length).toBeGreaterThan(0);
      for (const { width, height, words } of pages) {
        expect(words.length).toBeGreaterThan(0);
        const outside = words.filter(
          ({ left, right, top, bottom }) =>
            left < 20 || right > width - 20 || top < 10 || bottom > height - 10,
        );
        expect(outside).toEqual([]);
      }
    }
  });

  it.each(cases)('has the name of the account completely: %s in %s', async (document, locale) => {
    for (const name of [long, torn])
      expect(withoutSpace(await pdftotextOf(await documents[document](name, locale), '-raw'))).toContain(
        withoutSpace(name),
      );
    const text = withoutSpace(await pdftotextOf(await documents[document](arabic, locale), '-raw'));
    for (const word of arabic.split(' ')) expect(text).toContain(withoutSpace(word));
  });
});

describe.skipIf(pdftotext.missing)('Lines that belong together', () => {
  it('end at the same place in the head of a column of amounts', async () => {
    const [first] = await boxesOf(await documents.report('Evergreen', 'de'));
    // Of heads in one line and in two.
    const ends = first?.words.filter(({ text }) => ['CO₂e)', '16.049.382,570001'].includes(text)) ?? [];
    expect(ends.length).toBeGreaterThan(10);
    expect(ends.filter(({ right }) => Math.abs(right - (ends.at(-1)?.right ?? 0)) > 1)).toEqual([]);
  });

  it('end at the same place in an Arabic name of a project at the foot of a certificate', async () => {
    const [page] = await boxesOf(await documents.certificate(arabic, 'en'));
    const lines = page?.lines.filter(
      ({ text, top, left }) => /\p{Script=Arabic}/u.test(text) && top > 480 && left < 200,
    );
    expect(lines).toHaveLength(2);
    expect(lines?.[0]?.right).toBeCloseTo(lines?.[1]?.right ?? 0, 0);
    expect(letters(lines?.map(({ text }) => text).join('') ?? '')).toBe(letters(arabic));
  });

  it('begin with no sign that separates sentences', async () => {
    for (const locale of ['en', 'de', 'ja', 'th'] as const) {
      const coverage = { covered: '12.5', pending: '1272', plantings: [], plantingCount: 0 };
      const [page] = await boxesOf(await renderExampleCertificate({ coverage }, locale));
      expect(page?.lines.filter(({ text }) => text.startsWith('·'))).toEqual([]);
    }
  });
});
