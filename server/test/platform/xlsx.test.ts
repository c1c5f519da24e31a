import { expect, it } from 'vitest';
import type { XlsxCell } from '../../src/platform/files/xlsx-cell.js';
import { xlsxOf } from '../../src/platform/files/xlsx.js';
import { readXlsx } from '../support/read-xlsx.js';

async function* batchesOf(rows: readonly (readonly XlsxCell[])[]) {
  for (const row of rows) yield await Promise.resolve([row]);
}

async function workbookOf(rows: readonly (readonly XlsxCell[])[], rowsPerSheet?: number) {
  const parts: Uint8Array[] = [];
  const table = { name: 'A/B: [x] & <y>', header: ['One', 'Two'], batches: batchesOf(rows) };
  for await (const part of xlsxOf(table, rowsPerSheet)) parts.push(part);
  return readXlsx(Buffer.concat(parts));
}

it('A workbook keeps texts that XML would not, and leaves out what is empty', async () => {
  const texts = ['<b>&"\'', ' a  b\n', 'مرحبا', '🌳', '\u0000\u001b\ufffe', '\ud800'];
  const { names, sheets } = await workbookOf(texts.map((text) => [null, text]));
  expect(names).toEqual(['A B   x  &amp; &lt;y&gt;']);
  expect(sheets[0]?.slice(1).map((row) => row[1]?.value)).toEqual([
    ...texts.slice(0, 4),
    '\ufffd\ufffd\ufffd',
    '\ufffd',
  ]);
  expect(sheets[0]?.[1]?.[0]).toBeUndefined();
});

it.each([
  [0, false, '0'],
  [-1.5, false, '-1.5'],
  [1e-7, false, '0.0000001'],
  [1e21, true, '1000000000000000000000'],
  ['123456789012345', false, '123456789012345'],
  ['1234567890123456', true, '1234567890123456'],
  ['0.000123456789012345', false, '0.000123456789012345'],
] as const)('The number %s keeps its digits', async (number, text, value) => {
  const { sheets } = await workbookOf([[{ number }]]);
  expect(sheets[0]?.[1]?.[0]).toEqual({ text, value });
});

it('A table that is longer than a worksheet continues on the next one, with the heading again', async () => {
  const { names, sheets } = await workbookOf(
    Array.from({ length: 5 }, (_, index) => [{ number: index }]),
    3,
  );
  expect(names).toHaveLength(3);
  expect(sheets.map((rows) => rows.map(([cell]) => cell?.value))).toEqual([
    ['One', '0', '1'],
    ['One', '2', '3'],
    ['One', '4'],
  ]);
});

it('Rows are read only as fast as the file is taken', async () => {
  let read = 0;
  async function* endless() {
    for (;;) yield await Promise.resolve(Array.from({ length: 1000 }, () => [{ number: read++ }]));
  }
  const file = xlsxOf({ name: 'x', header: ['One'], batches: endless() });
  for (let taken = 0; taken < 20_000;) {
    const { value } = await file.next();
    taken += (value as Uint8Array).length;
  }
  const before = read;
  await new Promise((resolve) => void setImmediate(resolve));
  expect(read).toBe(before);
  await file.return(undefined);
});
