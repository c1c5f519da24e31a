import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountRoutes } from '../../src/http/dashboard/account-routes/index.js';
import { operatorRoutes } from '../../src/http/dashboard/operator-routes/index.js';
import { maxCertificates } from '../../src/http/dashboard/exports/certificate-archive.js';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Json } from '../support/api-client.js';
import { insertOffsets } from '../support/billing.js';
import { exportedFile } from '../support/exported-file.js';
import { signInOperator } from '../support/operator.js';
import { createPushFeed } from '../support/readings.js';
import { readXlsx } from '../support/read-xlsx.js';
import { unzip } from '../support/unzip.js';
import { signInVisitor, createInvitedUser, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  world.server.setNow('2026-11-15T12:00:00Z');
  holder = await signInVisitor(
    world.server,
    await createInvitedUser(world.server, world.distributor.account),
  );
  member = await world.newAccount('customer', world.channel);
});
afterAll(() => world.stop());

const get = (path: string, account = member.id) => holder.app('GET', `/app/accounts/${account}/${path}`);

const fileOf = (path: string, account = member.id) => exportedFile(world, holder, account, path);

const rowsOf = (csv: Buffer): string[][] => parse(csv.toString('utf8'), { bom: true });

/** What some lists cannot do without. */
const neededBy: Readonly<Record<string, string>> = {
  jobs: '&state=open',
  ranking: '&role=customer',
  sales: '&month=2026-10',
  search: '&q=a',
};

describe('An exported list', () => {
  it('has the rows of the list, in its order, to the last digit', async () => {
    await member.api.post('/biomass/offsets', { pages: 12_345_678, date: '2026-10-02T00:00:00Z' });
    await member.api.post('/biomass/offsets', { pages: 1, date: '2026-10-03T00:00:00Z' });
    await world.server.sql(
      'update biomass_offsets set trees = 12345678901234.123457 where account_id = $1 and pages = 1',
      [member.id],
    );
    const query = 'sort=pages&end_date=2026-10-31';
    const listed = await get(`offsets?${query}`);
    const { headers, bytes } = await fileOf(`offsets?${query}&format=csv&locale=de`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="offsets-2026-11-15.csv"');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const { t } = i18nFor('de');
    const [header, ...rows] = rowsOf(bytes);
    expect(header?.slice(0, 4)).toEqual([t('app.date'), t('app.project'), t('app.pages'), t('app.trees')]);
    expect(rows.map(([date, , pages, , , , , , id]) => [date, Number(pages), id])).toEqual(
      listed.body.map(({ date, pages, id }: Json) => [date, pages, id]),
    );
    expect(rows.map(([, , , trees]) => trees)).toEqual([
      '12345678901234.123457',
      String(listed.body[1].trees),
    ]);
    // JSON has all digits, too, which JavaScript does not keep.
    expect(listed.text).toContain('12345678901234.123457');
  });

  it('is the same as a workbook, where numbers that a spreadsheet would round are texts', async () => {
    const { headers, bytes } = await fileOf('offsets?sort=pages&format=xlsx');
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const { names, sheets } = readXlsx(bytes);
    expect(names).toEqual(['Contributions']);
    const [header, first, second] = sheets[0] ?? [];
    expect(header?.map(({ value }) => value).slice(0, 4)).toEqual(['Date', 'Project', 'Pages', 'Trees']);
    expect(first?.[3]).toEqual({ text: true, value: '12345678901234.123457' });
    expect(second?.[2]).toEqual({ text: false, value: '12345678' });
    expect(second?.[3]?.text).toBe(false);
    // 2026-10-02, in days since 1899-12-30.
    expect(second?.[0]).toEqual({ text: false, value: '46297' });
    const csv = rowsOf((await fileOf('offsets?sort=pages&format=csv')).bytes);
    expect([first, second].map((row) => row?.[8]?.value)).toEqual(csv.slice(1).map((row) => row[8]));
  });

  it('has no formulas, whatever the names in it start with', async () => {
    const parent = await world.newAccount('channel', world.distributor);
    const names = [
      '=HYPERLINK("http://x","y")',
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      '\uFF1D1',
      'a;=1+1',
      'Ann, "Bo"',
    ];
    for (const name of names) await parent.api.post('/accounts', { name });
    const { bytes } = await fileOf('accounts?format=csv&sort=date', parent.id);
    const cells = rowsOf(bytes)
      .slice(1)
      .map(([name]) => name);
    expect(cells).toEqual([...names.slice(0, 5).map((name) => `'${name}`), "a;'=1+1", 'Ann, "Bo"']);
    const workbook = readXlsx((await fileOf('accounts?format=xlsx&sort=date', parent.id)).bytes);
    expect(workbook.sheets[0]?.slice(1).map(([name]) => name)).toEqual(
      names.map((value) => ({ text: true, value })),
    );
  });

  it('is refused as a whole, before it begins, if its list is', async () => {
    const { status, bytes } = await fileOf('offsets?format=csv&sort=price');
    expect([status, JSON.parse(bytes.toString()).error]).toEqual([
      400,
      expect.stringContaining('sort must be'),
    ]);
    expect((await fileOf('offsets?format=pdf')).status).toBe(400);
    expect((await fileOf('offsets?format=csv&locale=xx')).status).toBe(400);
    expect((await fileOf('offsets')).status).toBe(400);
  });

  it('is there for every list, for its own accounts and those below only', async () => {
    const paths = accountRoutes.flatMap(({ path }) =>
      path.startsWith('/exports/') && path !== '/exports/certificate-pdfs'
        ? [path.slice('/exports/'.length)]
        : [],
    );
    expect(paths).toHaveLength(19);
    const feed = await createPushFeed(world, { owner: member });
    for (const path of paths)
      for (const format of ['csv', 'xlsx']) {
        const file = `${path.replace(':id', feed.id)}?format=${format}${neededBy[path] ?? ''}`;
        expect([path, (await fileOf(file)).status]).toEqual([path, 200]);
        expect([path, (await fileOf(file, world.stranger.id)).status]).toEqual([path, 404]);
      }
  });

  it('of an operator is for operators only', async () => {
    const operator = await signInOperator(world);
    const paths = operatorRoutes.flatMap(({ path }) => (path.startsWith('/exports/') ? [path] : []));
    expect(paths).toHaveLength(13);
    for (const path of paths) {
      const file = `/app/operator${path}?format=csv${neededBy[path.slice('/exports/'.length)] ?? ''}`;
      expect([path, (await operator.visitor.app('GET', file)).status]).toEqual([path, 200]);
      expect((await holder.app('GET', file)).status).toBe(403);
    }
    const { text } = await operator.visitor.app('GET', '/app/operator/exports/accounts?format=csv');
    expect(text).toContain(world.distributor.account.name);
  });
});

describe('The certificates of a month', () => {
  it('are PDF files in one ZIP file, without those of other months', async () => {
    const own = await world.newAccount('customer', world.channel);
    await own.api.post('/biomass/offsets', { pages: 10, date: '2026-09-30T00:00:00Z' });
    const ids: string[] = [];
    for (const day of ['01', '31']) {
      const { body } = await own.api.post('/biomass/offsets', {
        pages: 100,
        date: `2026-10-${day}T23:59:59Z`,
      });
      ids.push(String(body.certificate_id));
    }
    const { status, headers, bytes } = await fileOf('certificate-pdfs?month=2026-10&locale=th', own.id);
    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
    const files = unzip(bytes);
    const numbers = ids.map(
      (id) =>
        `RG-${id
          .slice(-12)
          .toUpperCase()
          .replaceAll(/(.{4})(?=.)/g, '$1-')}.pdf`,
    );
    expect([...files.keys()].toSorted()).toEqual(numbers.toSorted());
    for (const file of files.values()) expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await fileOf('certificate-pdfs?month=2026-08', own.id)).status).toBe(404);
    expect((await fileOf('certificate-pdfs?month=2026-10', world.stranger.id)).status).toBe(404);
    expect((await fileOf('certificate-pdfs?month=x', own.id)).status).toBe(400);
  });

  it('are refused if they are too many', async () => {
    const many = await world.newAccount('customer', world.channel);
    await insertOffsets(world.server, many, world.projects.forest, maxCertificates + 1);
    const { status, bytes } = await fileOf('certificate-pdfs?month=2020-05', many.id);
    expect([status, JSON.parse(bytes.toString()).reason]).toEqual([
      400,
      { code: 'too-many-certificates', params: { max: maxCertificates } },
    ]);
  });
});
