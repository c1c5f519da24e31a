import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordRetirements } from '../../src/features/carbon/record-retirements.js';
import { readRetirementFile } from '../../src/features/carbon/retirement-file.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { renderCarbonPdf } from '../../src/http/pages/carbon-certificate/render-carbon.js';
import { renderCarbonInThread } from '../../src/http/pages/carbon-certificate/render-carbon-in-thread.js';
import { sumText, unitText, type CarbonFacts } from '../../src/http/pages/carbon-certificate/carbon-facts.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales, type Locale } from '../../src/messages/locales.js';
import { newId } from '../../src/platform/ids.js';
import { CarbonOrders } from '../support/carbon-orders.js';
import { forbiddenIn } from '../support/forbidden-claims.js';
import { fetchPage, type PageResponse } from '../support/public-pages.js';
import { findSystemProgram } from '../support/system-programs.js';
import { startWorld, type World } from '../support/world.js';

let world: World;
let orders: CarbonOrders;
let id: string;
beforeAll(async () => {
  world = await startWorld();
  orders = await CarbonOrders.open(world);
  await world.server.sql('update accounts set display_name = $2 where id = $1', [
    world.customer.id,
    'Northwind & <Sons>',
  ]);
  id = await orders.offset(3.5);
  await orders.credits(1, 10);
  await orders.fulfil();
  await world.server.sql(
    `update carbon_lots set type = 'removal', standard = 'VCS <1>', registry_url = 'https://registry.example/lot'`,
  );
  await recordRetirements(
    world.server.running.instance.context,
    await readRetirementFile(
      `serial,retired_on,registry_url\n${orders.serial(1, 2)},2026-02-03,https://registry.example/2?a=1&b=2\n`,
    ),
  );
});
afterAll(() => world.stop());

const qualities = { country: null, ccp: 'unknown', corresponding_adjustment: 'unknown' };

const get = (path: string, headers?: Record<string, string>): Promise<PageResponse> =>
  fetchPage(world, `/carbon-certificates/${path}`, headers);

describe('The page of a carbon certificate', () => {
  it('says who funded which credits, whether they are retired, and what it does not say', async () => {
    const { status, headers, text } = await get(id, { 'Accept-Language': 'en' });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'public, max-age=300',
    ]);
    for (const fact of [
      'Northwind &amp; &lt;Sons&gt;',
      '3.5',
      `Project ${orders.batch}`,
      'Verra',
      'Removal\u00A0· VCS &lt;1&gt;',
      '2016',
      orders.serial(1, 2),
      'Retired on Feb 3, 2026',
      'https://registry.example/2?a=1&amp;b=2',
      orders.serial(3, 4),
      'Allocated, not retired yet',
      'https://registry.example/lot',
      '2 of 3.5 t retired',
      'doesn’t reduce or',
    ])
      expect(text).toContain(fact);
    expect(text).not.toContain(world.customer.account.name);
    expect(text).not.toContain(world.customer.id);
  });

  it('names the methodology that its tonnes were calculated by', async () => {
    const { text } = await get(id, { 'Accept-Language': 'en' });
    for (const fact of [
      'Methodology: Letter 75 g/m2',
      'Version 1',
      'Source: Emission factor: EPA',
      'Uncertainty: not stated',
    ])
      expect(text).toContain(fact);
  });

  it.each(locales)('is in %s, with links to the other languages', async (locale) => {
    const { headers, text } = await get(`${id}?locale=${locale}`);
    expect(headers['content-language']).toBe(locale);
    expect(text).toContain(`<html lang="${locale}"`);
    expect(text).toContain(i18nFor(locale).t('carbonCertificate.title'));
    for (const other of locales) expect(text).toContain(`href="?locale=${other}"`);
    expect(forbiddenIn(text, locale)).toEqual([]);
  });

  it('shows so many ranges at most, and how many more there are', async () => {
    const many = await CarbonOrders.open(world);
    const other = await many.offset(302);
    await many.credits(1, 302);
    await many.fulfil();
    const lines = Array.from(
      { length: 302 },
      (_, index) => `${many.serial(index + 1, index + 1)},2026-02-03,https://registry.example/${index}`,
    );
    await recordRetirements(
      world.server.running.instance.context,
      await readRetirementFile(['serial,retired_on,registry_url', ...lines].join('\n')),
    );
    const json = JSON.parse((await get(`${other}.json`)).text);
    expect([json.credits.length, json.credits_left, json.retired_tonnes]).toEqual([300, 2, 302]);
    const { text } = await get(other, { 'Accept-Language': 'en' });
    expect(text).toContain(`and 2 more ranges at ${json.url}?from=301`);
    expect(text).not.toContain('GET /');
    const rest = await get(`${other}?from=301`, { 'Accept-Language': 'en' });
    expect(rest.text).toContain(many.serial(302, 302));
    expect(rest.text).not.toContain(many.serial(300, 300));
    expect(rest.text).not.toContain('more range');
    const restJson = JSON.parse((await get(`${other}.json?from=302`)).text);
    expect([restJson.credits[0].serial, restJson.credits.length, restJson.credits_left]).toEqual([
      many.serial(302, 302),
      1,
      0,
    ]);
    for (const from of ['0', '-1', 'x', '1.5', '9999999999', ''])
      expect(JSON.parse((await get(`${other}.json?from=${from}`)).text).credits_left).toBe(2);
  });

  it('is JSON for programs, readable from any origin', async () => {
    const { status, headers, text } = await get(`${id}.json`);
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(JSON.parse(text)).toEqual({
      id,
      number: `RG-${id.slice(-12, -8)}-${id.slice(-8, -4)}-${id.slice(-4)}`.toUpperCase(),
      account: { display_name: 'Northwind & <Sons>' },
      tonnes: 3.5,
      retired_tonnes: 2,
      date: expect.any(String),
      status: 'fulfilled',
      project: { name: `Project ${orders.batch}`, type: 'Energy efficiency' },
      registries: ['Verra'],
      types: ['removal'],
      standards: ['VCS <1>'],
      vintage: { start: '2016-01-01', end: '2016-12-31' },
      methodology: {
        name: 'Letter 75 g/m2, 8333 pages a tree, 1.30 t CO2e/t',
        version: '1',
        published_on: expect.any(String),
        source: expect.stringContaining('EPA Victoria'),
        source_url: null,
        uncertainty: null,
      },
      url: expect.stringContaining(`/carbon-certificates/${id}`),
      pdf_url: expect.stringContaining(`/carbon-certificates/${id}.pdf`),
      credits: [
        {
          serial: orders.serial(1, 2),
          tonnes: 2,
          status: 'retired',
          retired_on: '2026-02-03',
          registry_url: 'https://registry.example/2?a=1&b=2',
          ...qualities,
        },
        {
          serial: orders.serial(3, 4),
          tonnes: 1.5,
          status: 'allocated',
          retired_on: null,
          registry_url: 'https://registry.example/lot',
          ...qualities,
        },
      ],
      credits_left: 0,
      log: { origin: expect.any(String), indexes: [] },
    });
  });

  it('names the entries of the transparency log, once it has them', async () => {
    await updateLog(world.server.running.instance.context);
    const { log } = JSON.parse((await get(`${id}.json`)).text);
    expect(log.indexes).toEqual([expect.any(Number)]);
    expect((await get(id, { 'Accept-Language': 'en' })).text).toContain(
      `Transparency log ${log.origin}, entry ${log.indexes[0]}`,
    );
  });

  it('waits for credits until there are enough, and is not found where there is none', async () => {
    const other = await CarbonOrders.open(world);
    const waiting = await other.offset(2);
    const page = await get(waiting, { 'Accept-Language': 'en' });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.text).toContain('Waiting for credits');
    expect((await get(`${waiting}.pdf`)).status).toBe(404);
    expect(JSON.parse((await get(`${waiting}.json`)).text)).toMatchObject({
      status: 'processing',
      credits: [],
    });
    for (const path of [newId(), `${newId()}.pdf`, 'nothing', `${id}x`]) {
      const missing = await get(path);
      expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    }
    expect(JSON.parse((await get(`${newId()}.json`)).text)).toEqual({ code: 404, error: expect.any(String) });
  });
});

const manyFacts = (count: number): CarbonFacts => ({
  id: newId(),
  number: 'RG-0000-0000-0000',
  accountName: 'شركة Northwind 森林',
  tonnes: '12.5',
  retiredTonnes: '3',
  date: new Date('2026-03-01T00:00:00Z'),
  status: 'fulfilled',
  project: { name: 'Mangrove Coast', type: 'Blue carbon' },
  registries: ['Verra'],
  standards: [],
  types: [],
  countries: [],
  vintage: { start: '2020-01-01', end: '2021-12-31' },
  methodology: {
    name: 'Letter 75 g/m2',
    version: '2',
    publishedOn: '2026-01-01',
    source: 'EPA Victoria, publication 1374.1',
    sourceUrl: null,
    uncertainty: '±12 %',
  },
  credits: Array.from({ length: count }, (_, number) => ({
    serial: orders.serial(number * 10 + 1, number * 10 + 5),
    tonnes: '5',
    status: 'allocated' as const,
    retiredOn: null,
    registryUrl: null,
    country: null,
    ccp: 'unknown',
    correspondingAdjustment: 'unknown',
  })),
  creditsLeft: 0,
  nextCreditsUrl: undefined,
  log: undefined,
  url: 'https://regrove.example/carbon-certificates/x',
  root: '',
  isSandbox: false,
});

describe('The figures of a carbon certificate', () => {
  const shown = (tonnes: string, retiredTonnes: string, locale: Locale): string[] => {
    const [facts, i18n] = [{ ...manyFacts(1), tonnes, retiredTonnes }, i18nFor(locale)];
    return [unitText(facts, i18n), sumText(facts, i18n)];
  };

  it('are of one tonne if the number is shown as 1, and only then', () => {
    for (const tonnes of ['0.95', '1', '1.04'])
      expect(shown(tonnes, '0', 'en')).toEqual(['tonne of CO₂e in carbon credits', '0 of 1 t retired']);
    for (const tonnes of ['0.94', '1.06', '0.01', '100.4', '1001'])
      expect(shown(tonnes, '0', 'en')[0]).toBe('tonnes of CO₂e in carbon credits');
  });

  it('are not taken for others because of how a language writes thousands', () => {
    expect(shown('1002', '1002', 'de')).toEqual([
      'Tonnen CO₂e in CO₂-Gutschriften',
      '1.002 von 1.002 t stillgelegt',
    ]);
  });

  it('do not say that all is retired while some is not', () => {
    expect(shown('1000', '999.6', 'en')[1]).toBe('999 of 1,000 t retired');
    expect(shown('1000', '1000', 'en')[1]).toBe('1,000 of 1,000 t retired');
  });
});

const pdftotext = findSystemProgram('pdftotext');
const textOfPdf = (pdf: Buffer): string =>
  execFileSync(pdftotext.binary, ['-raw', '-enc', 'UTF-8', '-', '-'], { input: pdf }).toString();

describe.skipIf(pdftotext.missing)('The PDF of a carbon certificate', () => {
  it('has the same facts, and its number as its name', async () => {
    const { status, headers, body } = await get(`${id}.pdf?locale=en`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toMatch(/^inline; filename="RG-[0-9A-F-]{14}\.pdf"$/);
    const text = textOfPdf(body).replaceAll('\n', ' ');
    for (const fact of [
      'Northwind & <Sons>',
      '3.5',
      orders.serial(1, 2),
      'Retired on Feb 3, 2026',
      'Uncertainty: not stated',
    ])
      expect(text).toContain(fact);
  });

  it('shows as many ranges as fit, and where the others are', async () => {
    const text = textOfPdf(await renderCarbonPdf(manyFacts(1_000), i18nFor('en')));
    expect(text).toContain(orders.serial(41, 45));
    expect(text).not.toContain(orders.serial(51, 55));
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'and 995 more ranges at https://regrove.example/carbon-certificates/x',
    );
    const fitting = textOfPdf(await renderCarbonPdf(manyFacts(6), i18nFor('en')));
    expect(fitting).toContain(orders.serial(51, 55));
    expect(fitting).not.toContain('more range');
  });

  it('begins no line of its small print with the sign between two parts, wherever it breaks', async () => {
    const facts = manyFacts(1);
    const found: string[] = [];
    for (let length = 1; length <= 30; length++) {
      const methodology = facts.methodology && { ...facts.methodology, name: 'x'.repeat(length) };
      const text = textOfPdf(await renderCarbonPdf({ ...facts, methodology }, i18nFor('en')));
      found.push(...text.split('\n').filter((line) => /^\s*·/.test(line)));
    }
    expect(found).toEqual([]);
  });

  it.each(locales)('is the same from a worker thread as from this one, in %s', async (locale) => {
    const { threads } = world.server.running.instance.context;
    const facts = manyFacts(20);
    const made = await renderCarbonInThread(threads, facts, locale, 'an account');
    expect(made.equals(await renderCarbonPdf(facts, i18nFor(locale)))).toBe(true);
  });
});
