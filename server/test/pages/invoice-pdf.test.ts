import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentFacts } from '../../src/features/billing/document-facts.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';
import { exampleCreditNote, exampleInvoice, exampleLine, renderInvoice } from '../support/example-invoice.js';
import { findSystemProgram } from '../support/system-programs.js';

const run = promisify(execFile);
const [pdfinfo, pdftotext] = [findSystemProgram('pdfinfo'), findSystemProgram('pdftotext')];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-invoices-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function stored(pdf: Buffer): Promise<string> {
  const path = join(folder, `${++files}.pdf`);
  await writeFile(path, pdf);
  return path;
}

const withoutSpace = (text: string): string =>
  text.replace(/[\s\u202A-\u202E\u200E\u200F\f]/gu, '').normalize('NFC');

async function textOf(pdf: Buffer): Promise<string> {
  const { stdout } = await run(pdftotext.binary, ['-raw', '-enc', 'UTF-8', await stored(pdf), '-']);
  return withoutSpace(stdout);
}

const pagesOf = async (pdf: Buffer): Promise<number> =>
  Number(/^Pages:\s+(\d+)/m.exec((await run(pdfinfo.binary, [await stored(pdf)])).stdout)?.[1]);

describe.skipIf(pdftotext.missing)('An invoice as PDF', () => {
  it.each(locales)('says everything in %s', async (locale) => {
    const { t, number, date } = i18nFor(locale);
    const money = (amount: string): string => number(amount, { style: 'currency', currency: 'EUR' });
    const text = await textOf(await renderInvoice({}, locale));
    for (const part of [
      t('app.invoices.word'),
      'INV-000042',
      'Example Forestry Ltd',
      '12345 Exampletown',
      t('app.invoices.taxId', { id: 'XX123456789' }),
      'Northwind Paper & Sons',
      'PO 2031-77',
      date(new Date('2031-07-01')),
      t('app.invoices.reforestation', { project: 'Usambara Mountains' }),
      money('3209.97'),
      money('125.00'),
      t('app.invoices.net'),
      money('3334.98'),
      t('app.invoices.taxWord'),
      money('270.13'),
      money('3605.11'),
      'IBAN XX00 1234 5678 9012 3456 78',
      t('invoice.page', { page: 1, pages: 1 }),
    ])
      expect(text).toContain(withoutSpace(part));
  });

  it('has names in any script and of any length', async () => {
    const long = 'Incorporated Association of Paper Consumers '.repeat(5).trim().slice(0, 200);
    for (const name of ['شركة الورق الأخضر', '株式会社みどり', 'ร้านกระดาษ', long]) {
      const buyer = { ...exampleInvoice.buyer, name };
      expect(await textOf(await renderInvoice({ buyer }))).toContain(withoutSpace(name.slice(0, 40)));
    }
  });

  it('has the longest legal name completely, with no word torn apart', async () => {
    const name = 'Incorporated Association of Paper Consumers '.repeat(6).slice(0, 255).trim();
    const pdf = await renderInvoice({ buyer: { ...exampleInvoice.buyer, name } });
    expect(await textOf(pdf)).toContain(withoutSpace(name));
    const { stdout } = await run(pdftotext.binary, ['-raw', '-enc', 'UTF-8', await stored(pdf), '-']);
    const known = new Set(name.split(' '));
    const start = stdout.split('\n').findIndex((line) => line.startsWith('Incorporated'));
    for (const line of stdout.split('\n').slice(start, start + 4))
      expect(line.split(' ').filter((word) => !known.has(word.trim()))).toEqual([]);
  });

  it('never has its totals alone on a page', async () => {
    const line = (index: number) => ({ ...exampleLine, projectName: `Project ${String(index)}.` });
    for (let count = 8; count <= 16; count++) {
      const lines = Array.from({ length: count }, (_, index) => line(index));
      const pdf = await stored(await renderInvoice({ lines }));
      const { stdout } = await run(pdftotext.binary, ['-raw', '-enc', 'UTF-8', pdf, '-']);
      expect(stdout.split('\f').at(-2)).toContain(`Project ${String(count - 1)}.`);
    }
  });

  it('has as many pages as its lines need, and every line once', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => ({
      ...exampleLine,
      projectName: `Project ${String(index).padStart(3, '0')}`,
    }));
    const pdf = await renderInvoice({ lines });
    const pages = await pagesOf(pdf);
    expect(pages).toBeGreaterThan(3);
    const text = await textOf(pdf);
    for (const { projectName } of lines) expect(text.split(withoutSpace(projectName))).toHaveLength(2);
    expect(text).toContain(`Page${pages}of${pages}`);
    expect(
      text.split(withoutSpace(i18nFor('en').number('3605.11', { style: 'currency', currency: 'EUR' }))),
    ).toHaveLength(2);
  });

  it('adds up the lines that it does not show', async () => {
    const text = await textOf(await renderInvoice({ more: { count: 12_345, amount: '77.77' } }));
    expect(text).toContain('12,345morelines');
    expect(text).toContain('77.77');
  });

  it('of a credit note refers to its invoice and has negative amounts', async () => {
    const text = await textOf(await renderInvoice(exampleCreditNote));
    for (const part of [
      'Credit note',
      'CRN-000007',
      'INV-000042',
      '-€3,209.97',
      '-€3,469.98',
      'counted twice',
    ])
      expect(text).toContain(withoutSpace(part));
    expect(text).not.toContain('IBAN');
  });

  it.each(locales)('says what was paid and is left in %s', async (locale) => {
    const { t, number, date } = i18nFor(locale);
    const money = (amount: string): string => number(amount, { style: 'currency', currency: 'EUR' });
    const on = new Date('2031-06-20');
    const textWith = async (settled: DocumentFacts['settled']): Promise<string> =>
      textOf(await renderInvoice({ settled }, locale));
    const paid = await textWith({ credited: '605.11', paid: { on, amount: '3000.00' }, left: '0.00' });
    const said = [t('app.invoices.creditNotes'), money('-605.11'), money('-3000.00'), money('0.00')];
    for (const part of [...said, `${t('app.invoices.paidOn')} ${date(on)}`, t('invoice.toPay')])
      expect(paid).toContain(withoutSpace(part));
    // Nobody should pay twice.
    expect(paid).not.toContain('IBAN');
    const open = await textWith({ credited: '605.11', paid: null, left: '3000.00' });
    expect(open).toContain(withoutSpace(money('3000.00')));
    expect(open).toContain('IBAN');
    expect(open).not.toContain(withoutSpace(t('app.invoices.paidOn')));
    const credited = await textWith({ credited: '3605.11', paid: null, left: '0.00' });
    expect(credited).not.toContain('IBAN');
    const fresh = await textWith(null);
    for (const key of ['invoice.toPay', 'app.invoices.creditNotes'] as const)
      expect(fresh).not.toContain(withoutSpace(t(key)));
  });

  it('has the quantity and the price of one page or tonne in every line', async () => {
    const text = await textOf(await renderInvoice({}));
    for (const part of ['10,699,885 pages', '€0.0003', '12.5 t CO₂e', '€10.00', '1,285 trees'])
      expect(text).toContain(withoutSpace(part));
  });

  it('has the period of its lines, which may be of earlier months', async () => {
    expect(await textOf(await renderInvoice({}))).toContain('PeriodMay2031');
    const period = { from: new Date('2031-02-05'), to: new Date('2031-05-14') };
    const text = await textOf(await renderInvoice({ period }));
    expect(text).toContain(withoutSpace('Period Feb 5, 2031 – May 14, 2031'));
  });

  it('without seller, address, tax and due date leaves them out', async () => {
    const buyer = { name: 'Plain', address: [], taxId: null, reference: null };
    const text = await textOf(
      await renderInvoice({ seller: null, buyer, due: null, tax: null, total: '3334.98' }),
    );
    const { t } = i18nFor('en');
    for (const key of [
      'app.invoices.from',
      'app.invoices.due',
      'app.invoices.taxWord',
      'app.invoices.net',
      'app.invoices.payment',
    ] as const)
      expect(text).not.toContain(withoutSpace(t(key)));
    expect(text).toContain('€3,334.98');
  });

  it('is the same every time', async () => {
    expect((await renderInvoice({})).equals(await renderInvoice({}))).toBe(true);
  });
});
