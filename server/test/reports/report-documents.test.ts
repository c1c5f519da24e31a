import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Big } from 'big.js';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTrees } from '../../src/features/projects/count-trees.js';
import { rollUp } from '../../src/features/rollups/roll-up.js';
import { userAgent, type Json } from '../support/api-client.js';
import { exactJson } from '../support/exact-json.js';
import { impactOf } from '../support/impact.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { figureTables, shownFigure, type Figures } from '../support/figure-tables.js';
import { fetchPage } from '../support/public-pages.js';
import { readXlsx } from '../support/read-xlsx.js';
import { fillEvidence, fillReportedYear } from '../support/reported-year.js';
import { findSystemProgram } from '../support/system-programs.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

const pdftotext = findSystemProgram('pdftotext');
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let world: World;
let above: TestAccount;
let below: TestAccount;
let report: Json;
let folder: string;

async function reportAs(accept: string): Promise<Buffer> {
  const answer = await request(
    `${world.server.url}/reports/annual?year=2026&include_descendants=true&locale=en`,
    {
      dispatcher: world.server.agent,
      headers: {
        'user-agent': userAgent,
        accept,
        authorization: `Basic ${Buffer.from(`${above.key}:`).toString('base64')}`,
      },
    },
  );
  expect(answer.statusCode).toBe(200);
  return Buffer.from(await answer.body.arrayBuffer());
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-documents-'));
  world = await startWorld();
  above = await world.newAccount('distributor');
  below = await world.newAccount('customer', above);
  const stranger = await world.newAccount('customer');
  for (const [member, factor] of [
    [above, 1],
    [below, 3],
    [stranger, 11],
  ] as const)
    await fillReportedYear(world, member, factor);
  await fillEvidence(world);
  const { context } = world.server.running.instance;
  await countTrees(context);
  await rollUp(context);
  world.server.setNow('2026-03-20T00:00:00Z');
  report = exactJson((await reportAs('application/json')).toString('utf8'));
});
afterAll(async () => {
  world.server.setNow(undefined);
  await expectLedgerInBalance(world.server);
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const sum = (values: readonly (string | number)[]): string =>
  values.reduce<Big>((total, value) => total.plus(value), new Big(0)).toFixed();
const same = (digits: string): string => new Big(digits).toFixed();
const jsonOf = async (path: string): Promise<Json> => exactJson((await fetchPage(world, path)).text);
const levels = ['own', 'below', 'together'] as const;
const levelOf = (name: string): Json => report.levels.find(({ level }: Json) => level === name);

describe('The figures of the report', () => {
  it.each(levels)('are those of the certificates, on their pages and in their JSON: %s', async (level) => {
    const ids = level === 'own' ? [above.id] : level === 'below' ? [below.id] : [above.id, below.id];
    const listed = report.certificates.filter(({ account_id: account }: Json) => ids.includes(account));
    const certificates = await Promise.all(listed.map(({ id }: Json) => jsonOf(`/certificates/${id}.json`)));
    for (const [index, { trees, pages }] of listed.entries()) {
      expect(same(certificates[index].trees)).toBe(same(trees));
      expect(certificates[index].pages).toBe(pages);
      const { text } = await fetchPage(world, `/certificates/${listed[index].id}?locale=en`);
      // The exact number is a title of the rounded one, unless they are the same.
      const exact = shownFigure(trees, 6).replace(/\.?0+$/, '');
      expect(text).toContain(exact);
      expect(text).toContain(shownFigure(pages, 0));
    }
    const { trees } = levelOf(level);
    expect(sum(certificates.map((one) => one.trees))).toBe(same(trees.certified));
    expect(sum(certificates.map((one) => one.covered_trees))).toBe(same(trees.planted));
    expect(sum(certificates.map((one) => one.pending_trees))).toBe(same(trees.pending));
  });

  it('of projects are those of all certificates that they have, whoever they are for', async () => {
    for (const id of [world.projects.forest, world.projects.grove]) {
      const [facts] = await world.server.sql<{ certified: string; covered: string }>(
        `select sum(trees)::text as certified, sum(covered_trees)::text as covered from biomass_certificates
         where project_id = $1 and withdrawn_at is null`,
        [id],
      );
      const json = await jsonOf(`/projects/${id}.json`);
      expect(same(json.certified)).toBe(same(facts?.certified ?? ''));
      expect(same(json.covered)).toBe(same(facts?.covered ?? ''));
      expect(sum([json.covered, json.pending])).toBe(same(json.certified));
      const { text } = await fetchPage(world, `/projects/${id}?locale=en`);
      const shown = [...text.matchAll(/<dd>([\d.,]+)<\/dd>/g)].map(([, figure]) => figure);
      const rounded = (digits: string): string =>
        Number(digits) < 100 ? shownFigure(digits, 1).replace(/\.0$/, '') : shownFigure(digits, 0);
      expect(shown).toEqual([json.planted, json.surviving, json.certified, json.pending].map(rounded));
    }
  });

  it.each([
    ['own', false],
    ['together', true],
  ] as const)('are in the public page, with those of the year before: %s', async (level, includesBelow) => {
    const impact = impactOf(world);
    const slug = await impact.publish(above, { include_descendants: includesBelow });
    const json = exactJson((await impact.get(`${slug}.json`)).text) as Json;
    const before = exactJson(
      JSON.stringify((await above.api.get('/reports/annual?year=2025&include_descendants=true')).body),
    ) as Json;
    const { trees: earlier } = before.levels.find((one: Json) => one.level === level);
    const { trees } = levelOf(level);
    for (const [field, name] of [
      ['trees', 'certified'],
      ['planted', 'planted'],
      ['pending', 'pending'],
      ['pages', 'pages'],
    ] as const)
      expect(same(json[field])).toBe(sum([trees[name], earlier[name]]));
    for (const field of ['trees', 'planted', 'pending'])
      expect(sum(json.projects.map((project: Json) => project[field]))).toBe(same(json[field]));
    expect(sum(json.months.map((month: Json) => month.trees))).toBe(same(json.trees));
  });
});

/** The numbers of a sheet's rows, apart from shares, which are of 1. */
function numbersOf(
  cells: readonly { text: boolean; value: string | number }[],
  first: number,
  count: number,
): string[] {
  return Array.from({ length: count }, (_, index) => String(cells[first + index]?.value ?? ''));
}

describe('The workbook', () => {
  it('has the figures of the API to the last digit that it stores, in every row and total', async () => {
    const { sheets, names } = readXlsx(await reportAs(xlsxType));
    // Where the figures of a table begin, after the column that names the level. The comparison with the year before has none here.
    const places: Readonly<Record<string, readonly [sheet: number, column: number]>> = {
      'paper by source': [1, 2],
      'paper by month': [2, 3],
      emissions: [3, 5],
      trees: [5, 2],
      credits: [6, 2],
      'kinds of credits': [7, 7],
    };
    expect(names).toHaveLength(9);
    for (const { name } of figureTables(levelOf('own'))) {
      const [sheet, column] = places[name] ?? [0, 0];
      const expected = levels.flatMap(
        (level) => figureTables(levelOf(level)).find((table) => table.name === name)?.rows ?? [],
      );
      const stored = (sheets[sheet] ?? [])
        .slice(1)
        .map((cells) => numbersOf(cells, column, expected[0]?.length ?? 0))
        // Rows of shares have no amount.
        .filter((figures) => figures.some((figure) => figure !== ''));
      // A number is stored as the float that is nearest to the exact one, and written with all its digits.
      const held = (figures: Figures): string[] => figures.map((digits) => String(Number(digits)));
      expect([name, stored.map(held)]).toEqual([name, expected.map(held)]);
      for (const [index, figures] of stored.entries())
        for (const [place, figure] of figures.entries())
          expect(new Big(figure).toFixed(6)).toBe(new Big(expected[index]?.[place] ?? '').toFixed(6));
    }
    const certificates = (sheets[8] ?? []).slice(1).map((cells) => String(cells[5]?.value));
    expect(certificates.map(same)).toEqual(report.certificates.map(({ trees }: Json) => same(trees)));
    expect(sum(certificates)).toBe(same(levelOf('together').trees.certified));
  });

  it('has totals that are the sums of their rows', () => {
    for (const level of levels)
      for (const { name, rows, hasTotal } of figureTables(levelOf(level))) {
        if (!hasTotal) continue;
        const total = rows.at(-1) ?? [];
        expect([
          name,
          total.map((_, place) => sum(rows.slice(0, -1).map((row) => row[place] ?? '0'))),
        ]).toEqual([name, total.map((digits) => same(digits ?? '0'))]);
      }
  });
});

describe.skipIf(pdftotext.missing)('The PDF', () => {
  it('shows the figures of the API to the last digit that it shows, in every row and total', async () => {
    const path = join(folder, 'report.pdf');
    await writeFile(path, await reportAs('application/pdf'));
    const { stdout } = await promisify(execFile)(pdftotext.binary, ['-layout', '-enc', 'UTF-8', path, '-']);
    const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
    let from = 0;
    for (const level of levels)
      for (const { name, decimals, rows } of figureTables(levelOf(level)))
        for (const figures of rows) {
          const shown = figures.map((digits, place) => shownFigure(digits ?? '', decimals[place] ?? 0));
          // In order, and each on a line of its own; what follows may be a share.
          const found = lines.findIndex((line, index) => {
            if (index < from) return false;
            const text = line.join(' ');
            return text.includes(shown.join(' '));
          });
          expect([level, name, shown, found >= 0]).toEqual([level, name, shown, true]);
          from = found;
        }
  });
});
