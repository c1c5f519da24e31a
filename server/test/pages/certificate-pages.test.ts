import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAccountSettings } from '../../src/features/accounts/change-settings.js';
import { locales } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { newId } from '../../src/platform/ids.js';
import { changePicture } from '../../src/features/projects/change-picture.js';
import { makePictures } from '../../src/platform/images/make-pictures.js';
import { tableDigests } from '../support/table-digests.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { examplePicture } from '../support/example-picture.js';
import {
  fetchPage,
  issueCertificate,
  type PageResponse,
  type IssuedCertificate,
} from '../support/public-pages.js';
import { findSystemProgram } from '../support/system-programs.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let member: TestAccount;
let certificate: IssuedCertificate;
beforeAll(async () => {
  world = await startWorld();
  member = await world.newAccount('channel', world.distributor);
  await rename(member, 'Northwind & Sons');
  certificate = await issueCertificate(member, 20_000, world.projects.forest);
  await updateLog(world.server.running.instance.context);
});
afterAll(() => world.stop());

const get = (
  address: string,
  headers?: Record<string, string>,
  method?: 'GET' | 'HEAD',
): Promise<PageResponse> => fetchPage(world, address, headers, method);

const rename = (of: TestAccount, displayName: string): Promise<unknown> =>
  world.server.sql('update accounts set display_name = $2 where id = $1', [of.id, displayName]);

const numberOf = (id: string): string =>
  `RG-${id.slice(-12, -8)}-${id.slice(-8, -4)}-${id.slice(-4)}`.toUpperCase();

describe('The page of a certificate', () => {
  it('is at the URL from the API, and has its facts', async () => {
    const { status, headers, text } = await get(certificate.url);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const fact of ['Northwind &amp; Sons', '2.4', '20,000', 'Forest', numberOf(certificate.id)])
      expect(text).toContain(fact);
    expect(text).toContain(`href="${certificate.url}"`);
    expect(text).toContain('−4.75°, 38.48°');
  });

  it('reveals nothing else about the account, its relatives or its key', async () => {
    await member.api.post('/users', { email: 'who@secret.example' });
    for (const address of [certificate.url, `${certificate.url}.json`, certificate.pdfUrl]) {
      const { status, text } = await get(address);
      expect(status).toBe(200);
      for (const secret of [
        member.id,
        world.distributor.id,
        certificate.offsetId,
        member.keyId,
        member.key,
        'who@secret.example',
        member.account.name,
        world.distributor.account.name,
        world.stranger.account.name,
      ])
        expect(text).not.toContain(secret);
    }
  });

  it('loads nothing from another origin and nothing inline, with a strict policy', async () => {
    const { headers, text } = await get(certificate.url);
    const body = text.replace(/<link rel="(canonical|alternate)"[^>]*>|<meta[^>]*>/g, '');
    const links = [...body.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(15);
    for (const link of links)
      expect(
        link === certificate.url || link === `${certificate.url}.tlog-proof` || /^[/?](?!\/)/.test(link),
      ).toBe(true);
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*|data:/);
  });

  it('has metadata for link previews', async () => {
    const { text } = await get(certificate.url);
    expect(text).toContain(`<link rel="canonical" href="${certificate.url}"`);
    for (const locale of locales)
      expect(text).toContain(`hreflang="${locale}" href="${certificate.url}?locale=${locale}"`);
    const [, image = ''] = /property="og:image" content="([^"]*)"/.exec(text) ?? [];
    const picture = await get(image);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.body.length).toBeLessThan(100_000);
    expect(text).toMatch(/property="og:title" content="Northwind &amp; Sons: 2.4 trees funded"/);
  });

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</title><svg onload=alert(1)>'])(
    'escapes a name as text: %s',
    async (name) => {
      const other = await world.newAccount();
      await rename(other, name);
      await world.server.sql('update forestry_projects set name = $2 where id = $1', [
        world.projects.grove,
        name,
      ]);
      const issued = await issueCertificate(other, 10, world.projects.grove);
      const { text } = await get(issued.url);
      expect(text).not.toContain(name);
      expect(
        text.split(name.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')).length,
      ).toBeGreaterThan(4);
      expect(text).not.toMatch(/<script>|<img src=x|<svg onload/);
      expect(JSON.parse((await get(`${issued.url}.json`)).text)).toMatchObject({
        account: { display_name: name },
        project: { name },
      });
    },
  );

  it('changes nothing when it is viewed', async () => {
    const before = await tableDigests(world.server);
    for (const ending of ['', '.pdf', '.json']) await get(certificate.url + ending);
    expect(await tableDigests(world.server)).toEqual(before);
  });
});

describe('The language', () => {
  it.each(locales)('%s is available for the page and the PDF', async (locale) => {
    const page = await get(`${certificate.url}?locale=${locale}`);
    expect([page.status, page.headers['content-language']]).toEqual([200, locale]);
    expect(page.text).toContain(`<html lang="${locale}">`);
    expect(page.text).toContain(i18nFor(locale).t('certificate.title'));
    const pdf = await get(`${certificate.pdfUrl}?locale=${locale}`);
    expect([pdf.status, pdf.headers['content-language']]).toEqual([200, locale]);
    expect(pdf.body.toString('latin1')).toContain(`/Lang (${locale})`);
  });

  it("is the requested one, else the browser's, else the account's", async () => {
    const of = async (query: string, accept?: string): Promise<unknown> =>
      (await get(certificate.url + query, accept === undefined ? {} : { 'accept-language': accept })).headers[
        'content-language'
      ];
    expect(await of('?locale=fr', 'de')).toBe('fr');
    expect(await of('', 'de-AT,en;q=0.5')).toBe('de');
    expect(await of('?locale=tlh', 'ja')).toBe('ja');
    expect(await of('?locale=tlh', 'tlh')).toBe('en');
    expect(await of('?locale=de&locale=fr')).toBe('en');
    const { context } = world.server.running.instance;
    await changeAccountSettings(context, member.account.id, { locale: 'th' });
    expect(await of('')).toBe('th');
    expect(await of('?locale=tlh', 'tlh')).toBe('th');
    await changeAccountSettings(context, member.account.id, { locale: 'en' });
    expect((await get(certificate.url)).headers['vary']).toBe('Accept-Language, Accept-Encoding');
    expect((await get(certificate.pdfUrl)).headers['vary']).toBe('Accept-Language');
  });
});

describe('The JSON', () => {
  it('has the facts of the page', async () => {
    const { headers, text } = await get(`${certificate.url}.json`);
    const { body } = await member.api.get(`/biomass/certificates/${certificate.id}`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toEqual({
      id: certificate.id,
      number: numberOf(certificate.id),
      account: { display_name: 'Northwind & Sons' },
      trees: body.trees,
      pages: 20_000,
      date: body.date,
      project: {
        name: 'Forest',
        latitude: -4.75,
        longitude: 38.48,
        picture_url: null,
        country: 'TZ',
        place: null,
        url: `${world.server.running.baseUrl}/projects/${world.projects.forest}`,
      },
      methodology: expect.objectContaining({ version: '1', uncertainty: null }),
      covered_trees: 0,
      pending_trees: body.trees,
      planting_count: 0,
      plantings: [],
      url: body.url,
      pdf_url: body.pdf_url,
      log: expect.objectContaining({ proof_url: `${body.url}.tlog-proof` }),
    });
  });
});

describe.skipIf(findSystemProgram('pdftotext').missing)('The PDF', () => {
  it('has the facts of the page', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'regrove-pdf-'));
    const path = join(folder, 'certificate.pdf');
    const { headers, body } = await get(certificate.pdfUrl);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe(`inline; filename="${numberOf(certificate.id)}.pdf"`);
    await writeFile(path, body);
    const { stdout } = await promisify(execFile)(findSystemProgram('pdftotext').binary, ['-raw', path, '-']);
    await rm(folder, { recursive: true });
    for (const fact of [
      'Northwind & Sons',
      '2.4',
      'for 20,000 pages of paper',
      'Forest',
      numberOf(certificate.id),
    ])
      expect(stdout.replaceAll('\n', ' ')).toContain(fact);
  });
});

describe('Caches', () => {
  it.each(['', '.pdf', '.json'])('can store it for a while and then revalidate: %s', async (ending) => {
    const first = await get(certificate.url + ending);
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(ending === '.pdf' ? /^"/ : /^W\/"/);
    const again = await get(certificate.url + ending, { 'if-none-match': tag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get(certificate.url + ending, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each(['', '.pdf', '.json'])('get the same headers with HEAD: %s', async (ending) => {
    const [whole, head] = [
      await get(certificate.url + ending),
      await get(certificate.url + ending, {}, 'HEAD'),
    ];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect(head.headers[name]).toBe(whole.headers[name]);
  });

  it('keep the name they were issued with, and get a new version when the picture changes', async () => {
    const other = await world.newAccount();
    const issued = await issueCertificate(other, 50, world.projects.forest);
    const [page, pdf] = [await get(issued.url), await get(issued.pdfUrl)];
    await rename(other, 'Another name');
    expect((await get(issued.url, { 'if-none-match': String(page.headers['etag']) })).status).toBe(304);
    expect((await get(issued.pdfUrl, { 'if-none-match': String(pdf.headers['etag']) })).status).toBe(304);
    await changePicture(world.server.running.instance.context, 'Forest', examplePicture());
    const pictured = await get(issued.pdfUrl);
    expect(pictured.headers['etag']).not.toBe(pdf.headers['etag']);
    const { text } = await get(issued.url);
    const [, path = ''] = /<img src="([^"]*)"/.exec(text) ?? [];
    const picture = await get(path);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const made = await makePictures(examplePicture());
    expect(picture.body.equals(made.page)).toBe(true);
    expect(pictured.body.includes(made.print)).toBe(true);
    const json = JSON.parse((await get(`${issued.url}.json`)).text);
    expect(json.project.picture_url).toBe(world.server.running.baseUrl + path);
  });
});

describe('A missing certificate', () => {
  it.each([newId(), 'x', '%00', 'a'.repeat(500), `${newId()}/more`, '', '__proto__', `${newId()}.exe`])(
    "returns a page in the reader's language: /certificates/%s",
    async (name) => {
      const { status, headers, text } = await get(`/certificates/${name}`, { 'accept-language': 'es' });
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers['content-language']).toBe('es');
      expect(text).toContain(i18nFor('es').t('certificate.missingTitle'));
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('returns a page at the URL of the PDF, and JSON at the URL of the JSON', async () => {
    const pdf = await get(`/certificates/${newId()}.pdf`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const json = await get(`/certificates/${newId()}.json`);
    expect([json.status, JSON.parse(json.text)]).toEqual([404, { code: 404, error: expect.any(String) }]);
  });

  it('is only reported as withdrawn if it was', async () => {
    const issued = await issueCertificate(member, 70, world.projects.forest);
    expect((await get(issued.url)).status).toBe(200);
    await member.api.delete(`/biomass/offsets/${issued.offsetId}`);
    for (const ending of ['', '.pdf']) {
      const { status, text } = await get(`${issued.url}${ending}?locale=it`);
      expect([status, text.includes(i18nFor('it').t('certificate.withdrawnText'))]).toEqual([410, true]);
      expect(text).not.toContain('Northwind');
    }
    const json = await get(`${issued.url}.json`);
    expect([json.status, JSON.parse(json.text)]).toEqual([410, { code: 410, error: expect.any(String) }]);
  });
});
