import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Entry } from '@regrove/verify';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateLog } from '../../src/features/log/update-log.js';
import { readImpactAssets } from '../../src/http/pages/impact-page/impact-assets.js';
import { logPage } from '../../src/http/pages/log-page/log-page.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales, type Locale } from '../../src/messages/locales.js';
import { newId } from '../../src/platform/ids.js';
import { userAgent } from '../support/api-client.js';
import { exampleCreditNote, renderInvoice } from '../support/example-invoice.js';
import { forbiddenIn } from '../support/forbidden-claims.js';
import { fetchPage } from '../support/public-pages.js';
import { fillEvidence, fillReportedYear } from '../support/reported-year.js';
import { findSystemProgram } from '../support/system-programs.js';
import { unzip } from '../support/unzip.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const pdftotext = findSystemProgram('pdftotext');
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let world: World;
let member: TestAccount;
let carbonOffset: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'regrove-rendered-'));
  world = await startWorld();
  const parent = await world.newAccount('distributor');
  member = await world.newAccount('customer', parent);
  await fillReportedYear(world, parent, 3);
  await fillReportedYear(world, member, 1);
  await fillEvidence(world);
  await updateLog(world.server.running.instance.context);
  member = parent;
  const { body } = await parent.api.get('/carbon/offsets');
  carbonOffset = body[0].id;
});
afterAll(async () => {
  world.server.setNow(undefined);
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

async function textOfPdf(pdf: Buffer): Promise<string> {
  if (pdftotext.missing) return '';
  const path = join(folder, `${newId()}.pdf`);
  await writeFile(path, pdf);
  return (await promisify(execFile)(pdftotext.binary, ['-raw', '-enc', 'UTF-8', path, '-'])).stdout;
}

const textOfWorkbook = (bytes: Buffer): string =>
  [...unzip(bytes)]
    .filter(([name]) => /sharedStrings|worksheets|workbook\.xml$/.test(name))
    .map(([, part]) => part.toString('utf8').replace(/<[^>]*>/g, ' '))
    .join('\n');

/** The texts of a document for programs, without the names of its fields, which stay as they are. */
const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

async function report(locale: Locale, accept: string): Promise<Buffer> {
  const answer = await request(
    `${world.server.url}/reports/annual?year=2026&include_descendants=true&locale=${locale}`,
    {
      dispatcher: world.server.agent,
      headers: {
        'user-agent': userAgent,
        accept,
        authorization: `Basic ${Buffer.from(`${member.key}:`).toString('base64')}`,
      },
    },
  );
  expect(answer.statusCode).toBe(200);
  return Buffer.from(await answer.body.arrayBuffer());
}

async function page(path: string): Promise<Buffer> {
  const { status, body } = await fetchPage(world, path);
  expect([path, status]).toEqual([path, 200]);
  return body;
}

describe('Nothing forbidden is claimed', () => {
  it.each(locales)('by reports, public pages, carbon certificates and invoices: %s', async (locale) => {
    const query = `?locale=${locale}`;
    const carbon = `/carbon-certificates/${carbonOffset}`;
    const json = JSON.parse((await report(locale, 'application/json')).toString('utf8')) as object;
    const texts: Record<string, string> = {
      'report as JSON': stringsIn(json).join('\n'),
      'report as PDF': await textOfPdf(await report(locale, 'application/pdf')),
      'report as XLSX': textOfWorkbook(await report(locale, xlsxType)),
      'carbon certificate': (await page(carbon + query)).toString('utf8'),
      'carbon certificate as PDF': await textOfPdf(await page(`${carbon}.pdf${query}`)),
      project: (await page(`/projects/${world.projects.grove}${query}`)).toString('utf8'),
      log: (await page(`/log${query}`)).toString('utf8'),
      'check of the log': (await page(`/log/verify${query}`)).toString('utf8'),
      invoice: await textOfPdf(await renderInvoice({}, locale)),
      'credit note': await textOfPdf(await renderInvoice(exampleCreditNote, locale)),
    };
    const { t } = i18nFor(locale);
    expect(texts['report as XLSX']).toContain(t('report.method.title').replaceAll('&', '&amp;'));
    expect(texts['project']).toContain(t('claims.note'));
    const found = Object.entries(texts).flatMap(([name, text]) =>
      forbiddenIn(text, locale).map((term) => `${name}: ${term}`),
    );
    expect(found).toEqual([]);
  });
});

const [first, last] = ['VCS-VCU-1-1', 'VCS-VCU-2-2'];
const logged = (entry: object) => ({ v: 1, at: '2026-03-01T00:00:00.000Z', ...entry }) as Entry;

describe('The page of the log', () => {
  it('has tonnes with one decimal at most, and none from a hundred on', async () => {
    const vintage = { start: '2016-01-01', end: '2016-12-31' };
    const entries = [
      logged({ type: 'credits.imported', serial: first, vintage, tonnes: '1234' }),
      logged({ type: 'credits.allocated', offset: 'x', serials: [first, last], tonnes: '123.456789' }),
      logged({ type: 'credits.allocated', offset: 'y', serials: [last], tonnes: '12.34' }),
      logged({ type: 'credits.allocated', offset: 'z', serials: [last], tonnes: '0.000001' }),
    ];
    const { text } = logPage(
      await readImpactAssets(),
      {
        baseUrl: 'https://trees.example',
        origin: 'trees.example/log',
        signed: undefined,
        newest: entries.map((entry, index) => ({ index, entry })),
      },
      i18nFor('en'),
    );
    const tonnes = [...text.matchAll(/([\d.,]+|&lt;[\d.]+)\st\sCO₂e/g)].map(([, amount = '']) => amount);
    expect(tonnes).toEqual(['1,234', '123', '12.3', '&lt;0.1']);
  });
});

describe('The documentation for people', () => {
  const root = new URL('../../../', import.meta.url);
  // docs/claims.md says what not to say.
  it.each([
    'README.md',
    'docs/certificates.md',
    'docs/public-pages.md',
    'docs/reports.md',
    'docs/dashboard.md',
    'docs/glossary.md',
  ])('%s claims nothing forbidden; offsets are what the API calls them', async (name) => {
    const text = (await readFile(new URL(name, root), 'utf8')).replaceAll(/off-?set/gi, 'contribution');
    expect(forbiddenIn(text, 'en')).toEqual([]);
  });
});
