import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKnownEntry } from '@regrove/verify';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { billMonth } from '../../src/features/billing/bill-month.js';
import { updateLog } from '../../src/features/log/update-log.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { apportion } from '../../src/features/paper/apportion.js';
import { splitPaper } from '../../src/features/paper/split.js';
import { decimal, sumOf, whole } from '../../src/platform/decimals.js';
import { exactNumber } from '../../src/platform/exact-number.js';
import { readMonth } from '../../src/platform/time/months.js';
import { Decimal, Nullable, PageCount } from '../../src/wire/fields.js';
import { jsonWriter } from '../../src/wire/json-writer.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { logAuditor } from '../support/log-auditor.js';
import { createOperator } from '../support/command-line.js';
import { startWorld, type World } from '../support/world.js';

/** The full range of the columns: bigint, and numeric(20, 6). */
const pages = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const positivePages = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
const millionths = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n });
const treesText = millionths.map((count) => decimal(count).div(1_000_000).toFixed(6));
const weights = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 40 });

const write = jsonWriter(
  Type.Object({ pages: PageCount, none: Nullable(PageCount), some: Nullable(Decimal), trees: Decimal }),
);

describe('Over the whole range', () => {
  it('an integer from the database is read exactly and written to JSON with the same digits', () => {
    fc.assert(
      fc.property(pages, treesText, (count, trees) => {
        const read = whole(String(count));
        expect(String(read)).toBe(String(count));
        const text = write({
          pages: exactNumber(read),
          none: null,
          some: exactNumber(trees),
          trees: exactNumber(trees),
        });
        const [, ofPages = '', ofSome = '', ofTrees = ''] =
          /^\{"pages":(.*),"none":null,"some":(.*),"trees":(.*)\}$/.exec(text) ?? [];
        expect(BigInt(ofPages)).toBe(count);
        expect(decimal(ofTrees).eq(trees)).toBe(true);
        expect(ofSome).toBe(ofTrees);
        // It is valid JSON: a parser that reads doubles gets the nearest one.
        expect(JSON.parse(text)).toMatchObject({ pages: Number(count), trees: Number(trees) });
      }),
      { numRuns: 2_000 },
    );
  });

  it('parts add up to the whole and differ from their share by less than one', () => {
    fc.assert(
      fc.property(positivePages, treesText, weights, (count, trees, given) => {
        const shares = given.map((weight) => decimal(weight));
        const parts = splitPaper({ pages: decimal(count), trees: decimal(trees) }, shares);
        expect(sumOf(parts.map((part) => part.pages)).toFixed()).toBe(String(count));
        expect(sumOf(parts.map((part) => part.trees)).eq(trees)).toBe(true);
        const total = sumOf(shares);
        parts.forEach((part, index) => {
          const share = decimal(count).times(given[index] ?? 0);
          expect(part.pages.times(total).minus(share).abs().lt(total)).toBe(true);
          expect(part.pages.round(0).eq(part.pages)).toBe(true);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('money adds up to the cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), weights, (cents, given) => {
        const parts = apportion(
          decimal(cents).div(100),
          given.map((weight) => decimal(weight)),
          2,
        );
        expect(sumOf(parts).times(100).toFixed()).toBe(String(cents));
      }),
      { numRuns: 500 },
    );
  });

  it('pages are displayed with all digits', () => {
    fc.assert(
      fc.property(positivePages, (count) => {
        const said = i18nFor('en').t('certificate.pages', { pages: whole(String(count)) });
        expect(said.replace(/\D/g, '')).toBe(String(count));
      }),
      { numRuns: 500 },
    );
  });
});

describe('A month beyond the integers that a double can represent', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    world.server.setNow('2026-11-01T01:00:00Z');
  });
  afterAll(async () => {
    await expectLedgerInBalance(world.server);
    await world.stop();
  });

  it('is exact in offsets, certificates, counters, volume, invoices and on pages', async () => {
    const { server, projects } = world;
    const member = await world.newAccount();
    await server.sql(
      `insert into favorite_projects (account_id, project_id, id) values ($1, $2, gen_random_uuid()), ($1, $3, gen_random_uuid())
       on conflict do nothing`,
      [member.id, projects.forest, projects.grove],
    );
    // Installations can have such deposits from before deposits were limited.
    await server.sql(
      `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
       values ($1, gen_random_uuid(), '2026-10-10', 19901037171706791, 0.2159, 0.2794, 75, now())`,
      [member.id],
    );
    const { context } = server.running.instance;
    await closeMonth(context, readMonth('2026-10'));
    await billMonth(context, readMonth('2026-10'));

    /** The response as text: a JSON parser would round it. */
    const textOf = async (path: string): Promise<string> => {
      const { body } = await server.agent.request({
        origin: new URL(server.url).origin,
        path: `${new URL(server.url).pathname}${path}`,
        method: 'GET',
        headers: { authorization: `Bearer ${member.key}`, 'user-agent': 'Exact/1.0 (Tests)' },
      });
      return body.text();
    };
    const numbers = (text: string, field: string): string[] =>
      [...text.matchAll(new RegExp(`"${field}":([-\\d.e+]+)`, 'g'))].map(([, digits = '']) => digits);
    const total = '19901037171706791';
    const trees = decimal(total).div(8333).toFixed(6);
    const halves = ['9950518585853396', '9950518585853395'];
    for (const path of ['/biomass/offsets', '/biomass/certificates']) {
      const text = await textOf(path);
      expect(numbers(text, 'pages').sort().reverse()).toEqual(halves);
      expect(sumOf(numbers(text, 'trees')).toFixed()).toBe(trees);
    }
    const account = await textOf('/account');
    expect([numbers(account, 'ltd_pages'), numbers(account, 'ltd_trees')]).toEqual([[total], [trees]]);
    const volume = await textOf('/volume?start_date=2026-10-01&end_date=2026-10-31');
    expect([numbers(volume, 'pages'), numbers(volume, 'trees')]).toEqual([[total], [trees]]);
    expect(numbers(await textOf('/deposits'), 'pages')).toEqual([total]);

    const terminal = await createOperator({ database: server.database });
    const { stdout } = await terminal.run('invoices', 'list', '--json');
    expect(numbers(stdout, 'total')).toEqual([decimal(total).times('0.0003').toFixed(2)]);
    await terminal.close();

    const [certificate] = await server.sql<{ id: string; pages: string }>(
      'select id, pages::text from biomass_certificates where account_id = $1 order by pages desc',
      [member.id],
    );
    const publicPath = new URL(server.url).origin;
    for (const [ending, shown = ''] of [
      ['.json', halves[0]],
      ['', '9,950,518,585,853,396'],
    ]) {
      const { body } = await server.agent.request({
        origin: publicPath,
        path: `/certificates/${certificate?.id ?? ''}${ending ?? ''}`,
        method: 'GET',
        headers: { 'accept-language': 'en' },
      });
      expect(await body.text()).toContain(shown);
    }
  });

  it('is exact in the transparency log, which goes on', async () => {
    const { server } = world;
    await updateLog(server.running.instance.context);
    const entries = await logAuditor(server).audit();
    const issued = entries.flatMap((entry) =>
      isKnownEntry(entry) && entry.type === 'certificate.issued' ? [entry.pages] : [],
    );
    expect(issued.sort().reverse()).toEqual(['9950518585853396', '9950518585853395']);
  });

  it('is restored when its offset is deleted', async () => {
    const { server } = world;
    const member = await world.newAccount();
    await server.sql(
      `insert into deposits (account_id, id, date, pages, width, length, gsm, created_at)
       values ($1, gen_random_uuid(), '2026-09-10', 9007199254740993, 0.2159, 0.2794, 75, now())`,
      [member.id],
    );
    await closeMonth(server.running.instance.context, readMonth('2026-09'));
    const [offset] = (await member.api.get('/biomass/offsets')).body;
    expect((await member.api.delete(`/biomass/offsets/${String(offset.id)}`)).status).toBe(200);
    const returned = await server.sql<pg.QueryResultRow>(
      `select pages::text from deposits where account_id = $1 and processed_at is null`,
      [member.id],
    );
    expect(returned).toEqual([{ pages: '9007199254740993' }]);
    const [entry] = await server.sql<pg.QueryResultRow>(
      `select before ->> 'pages' as pages from audit_entries where account_id = $1 and action = 'biomass_offset.delete'`,
      [member.id],
    );
    expect(entry).toEqual({ pages: '9007199254740993' });
  });
});
