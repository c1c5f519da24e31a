import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { declaredStatements } from '../../src/database/statement.js';
import {
  depositMass,
  massInSql,
  massOfSheets,
  sheetMass,
  standardPageMass,
} from '../../src/features/paper/sheets.js';
import { decimal } from '../../src/platform/decimals.js';
import { loadEveryStatement } from '../support/every-statement.js';
import { Random } from '../support/faults/random.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

await loadEveryStatement();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const { seed } = new Random();

/** Metres with as many decimals as a request can contain. */
const metres = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }))
  .map(([whole, part]) => `${whole}.${part.toString().padStart(15, '0')}`);

const sheets = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: -1_000, max: 1_000 }),
    fc.integer({ min: -(2 ** 53 - 1), max: 2 ** 53 - 1 }),
  ),
  width: metres,
  length: metres,
  gsm: fc.integer({ min: 1, max: 10_000 }),
});

it(`mass is the same to the last digit in TypeScript and in SQL (seed ${seed})`, async () => {
  const samples = fc.sample(sheets, { seed, numRuns: 2_000 });
  const rows = await server.sql<{ mass: string }>(
    `select ${massInSql({ quantity: 'quantity', width: 'width', length: 'length', gsm: 'gsm' })}::text as mass
     from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::integer[]) with ordinality
       as one (quantity, width, length, gsm, number) order by number`,
    [
      samples.map(({ quantity }) => quantity),
      samples.map(({ width }) => width),
      samples.map(({ length }) => length),
      samples.map(({ gsm }) => gsm),
    ],
  );
  expect(rows.map(({ mass }) => decimal(mass).toFixed())).toEqual(
    samples.map((sample) => massOfSheets(sample).toFixed()),
  );
});

it('no statement computes the mass of paper on its own', () => {
  const others = declaredStatements()
    .map(({ text }) =>
      text.replaceAll(depositMass, '').replaceAll(sheetMass, '').replaceAll(standardPageMass, ''),
    )
    .filter((text) =>
      /\b(width|length|gsm|standard_\w+)\s*\*|\*\s*(width|length|gsm|standard_\w+)\b/.test(text),
    );
  expect(others).toEqual([]);
  expect(declaredStatements().filter(({ text }) => text.includes(depositMass)).length).toBeGreaterThan(2);
});
