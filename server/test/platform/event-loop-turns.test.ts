import { expect, it } from 'vitest';
import { xlsxOf } from '../../src/platform/files/xlsx.js';
import { inEventLoopTurns, rowsPerTurn } from '../../src/platform/limits/event-loop-turns.js';
import { depositsAsCsv } from '../../src/wire/dashboard/deposit-csv.js';
import { invoicesAsArray, invoicesAsCsv } from '../../src/wire/invoice-export.js';
import type { InvoicePart } from '../../src/features/billing/read-invoices.js';

const rows = 2_000;
const files = 8;

/** Batches of rows that are there at once, as if the database did not have to be asked, and which count when they are written. */
async function* batchesOf<Row>(row: (index: number) => Row) {
  for (let start = 0; start < rows; start += 1_000)
    yield await Promise.resolve(Array.from({ length: 1_000 }, (_, index) => row(start + index)));
}

/** The most rows that are written in one turn of the event loop while many files are. */
async function maxInOneTurn(
  fileOf: (count: () => void) => AsyncIterable<string | Uint8Array>,
): Promise<number> {
  let [written, total, max] = [0, 0, 0];
  let isDone = false;
  const look = (): void => {
    max = Math.max(max, written);
    total += written;
    written = 0;
    if (!isDone) setImmediate(look);
  };
  look();
  const parts = await Promise.all(Array.from({ length: files }, () => partsOf(fileOf(() => written++))));
  isDone = true;
  look();
  expect(parts.every(({ length }) => length > 0)).toBe(true);
  expect(total).toBeGreaterThanOrEqual(files * rows);
  return max;
}

async function partsOf<Part>(file: AsyncIterable<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of file) parts.push(part);
  return parts;
}

/** Calls back each time a field of the row is read. */
const counted = <Row extends object>(row: Row, field: keyof Row & string, count: () => void): Row =>
  Object.defineProperty({ ...row }, field, {
    enumerable: true,
    get() {
      count();
      return row[field];
    },
  });

const id = '0190d5c1-0000-7000-8000-000000000001';
const at = new Date('2026-10-01T00:00:00Z');

it('Of many workbooks, the rows of one are written in each turn of the event loop', async () => {
  const max = await maxInOneTurn((count) => {
    const cells = inEventLoopTurns(batchesOf((index) => counted({ number: index }, 'number', count)));
    const batches = (async function* () {
      for await (const batch of cells) yield batch.map((cell) => [cell]);
    })();
    return xlsxOf({ name: 'x', header: ['One'], batches });
  });
  // Each file may go on with a part of its rows when a thread has compressed those before.
  expect(max).toBeLessThanOrEqual(files * rowsPerTurn);
});

it('So are those of deposits', async () => {
  const deposit = { id, date: at, pages: '1', width: 0.2, length: 0.3, gsm: 80, feedId: null };
  expect(
    await maxInOneTurn((count) => depositsAsCsv(batchesOf(() => counted(deposit, 'gsm', count)) as never)),
  ).toBeLessThanOrEqual(rowsPerTurn);
});

it.each([
  ['long invoices', 1],
  ['many short invoices', rows / 2],
])('So are those of %s, as CSV and JSON', async (_, invoices) => {
  const lines = rows / invoices;
  const longOrShort = async function* (count: () => void): AsyncGenerator<InvoicePart> {
    for (let number = 1; number <= invoices; number++) {
      const invoice = {
        id,
        number,
        accountId: id,
        accountName: 'A',
        month: '2026-10-01',
        total: '1',
        totalExact: '1',
        tax: null,
        lines,
      };
      const line = {
        number,
        date: at,
        kind: 'biomass',
        projectId: id,
        projectName: 'P',
        pages: '1',
        trees: '1',
      };
      const more = { offsetId: id, mtco2e: null, price: '1', amount: '1' };
      yield await Promise.resolve({
        invoice: { ...invoice, currency: 'USD', createdAt: at },
        lines: Array.from({ length: lines }, (__, index) =>
          counted({ ...line, ...more, position: index + 1 }, 'projectName', count),
        ),
      } as never);
    }
  };
  const live = { sandbox: undefined };
  for (const write of [invoicesAsCsv, invoicesAsArray])
    expect(await maxInOneTurn((count) => write(longOrShort(count), live))).toBeLessThanOrEqual(rowsPerTurn);
});
