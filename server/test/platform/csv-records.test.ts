import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCreditFile } from '../../src/features/carbon/credit-file.js';
import { readCsvRecords } from '../../src/platform/text/csv-records.js';
import { readJobFile } from '../../src/wire/job-files/job-import.js';
import { readPlantingFile } from '../../src/wire/planting-file.js';
import { readingFormats } from '../../src/wire/reading-formats.js';
import { readUserFile } from '../../src/wire/user-file.js';

const long = 'x'.repeat(12_000);
const many = ','.repeat(300);

describe('A record that cannot be read', () => {
  const read = async (text: string) => {
    const { rows, faults } = await readCsvRecords(text, ',', 1_000, { maxFields: 200 });
    return [rows.map(({ line }) => line), faults.map(({ line, what }) => `${line}: ${what}`)];
  };
  const tooLong = 'is longer than 10000 characters';
  const inside = 'a quote is inside a field: it must be doubled, and the field in quotes';
  const open = 'a quoted field that begins here is not closed';

  it.each([
    ['a long field', `a,b\n1,1\n${long},2\n3,3\n`, [2, 4], [`3: ${tooLong}`]],
    ['a long field with CRLF', `a,b\r\n1,1\r\n${long},2\r\n3,3\r\n`, [2, 4], [`3: ${tooLong}`]],
    ['a long field with CR', `a,b\r1,1\r${long},2\r3,3\r`, [2, 4], [`3: ${tooLong}`]],
    ['a long quoted field', `a,b\n"${long}",2\n3,3\n`, [3], [`2: ${tooLong}`]],
    [
      'a long quoted field of several lines',
      `a,b\n"${long}\n""4"",5\n",2\n7,7\n`,
      [5],
      [`2: ${tooLong}`, '2: lines 2 to 4 were not read'],
    ],
    ['a long line of short fields', `a,b\n${'1,'.repeat(20_000)}\n3,3\n`, [3], [`2: ${tooLong}`]],
    [
      'a line of spaces',
      `a,b\n1,${' '.repeat(200_000)}2\n3,3\n`,
      [3],
      ['2: is longer than 100000 characters'],
    ],
    ['many fields', `a,b\n1${many}\n3,3`, [3], ['2: has 301 fields, and at most 200 are allowed']],
    ['several', `a,b\n${long}\n1${many}\n4,4\n${long}`, [4], 3],
    ['a quote in a field', 'a,b\n24" poster,2\n3,3\n', [3], [`2: ${inside}`]],
    ['a quote in a field before another', 'a,b\n24" poster,"2\n3,3"\n5,5\n', [4], 2],
    ['a quote in a quoted field', 'a,b\n"24" poster",2\n3,3\n', [3], [`2: ${inside}`]],
    [
      'a stray quote up to the next one',
      'a,b\n1,"x\n3,3\n4,"y"\n5,5\n',
      [5],
      [`2: ${inside}`, '2: lines 2 to 4 were not read'],
    ],
    ['a stray quote in the last line', 'a,b\n1,1\n1,"x\n\n', [2], [`3: ${open}`]],
    ['a stray quote', 'a,b\n1,1\n1,"x\n4,4\n5,5\n', [2], [`3: ${open}`, '3: lines 3 to 5 were not read']],
    [
      'a stray quote before much text',
      `a,b\n1,"x\n${'3,3\n'.repeat(500)}${long}`,
      [],
      [`2: ${open}`, '2: lines 2 to 503 were not read'],
    ],
  ])('leaves the others, and is named: %s', async (_, text, lines, faults) => {
    const [good, bad] = await read(text);
    expect(good).toEqual(lines);
    if (typeof faults === 'number') expect(bad).toHaveLength(faults);
    else expect(bad).toEqual(faults);
  });

  it('counts as a row', async () => {
    await expect(read(`a,b\n${'1"2\n'.repeat(1_001)}`)).rejects.toThrow('too many lines');
    expect((await read(`a,b\n${'1"2\n'.repeat(1_000)}`))[1]).toHaveLength(1_000);
  });

  it('is the end if it is the header', async () => {
    await expect(read(`${long},b\n1,1\n`)).rejects.toThrow(`line 1: ${tooLong}`);
  });
});

describe('A file in which a record cannot be read', () => {
  const day = '2026-01-05';

  it('of jobs has its other jobs', async () => {
    const csv = `job,sheets\na,1\n${long},1\nb,2\nc,3${many}\nd,4\ne,"5\nf,6\n`;
    const { jobs, faults } = await readJobFile({ csv }, new Date('2026-11-10'));
    expect(jobs.map(({ job }) => job)).toEqual(['a', 'b', 'd']);
    expect(faults.map(({ line, reason }) => [line, reason?.code])).toEqual([
      [3, 'line-too-long'],
      [5, 'too-many-entries'],
      [7, 'quote-not-closed'],
      [7, 'lines-not-read'],
    ]);
  });

  it('of users has its other users', async () => {
    const { lines, faults } = await readUserFile(`email\na@b.example\n${long}\nc@d.example\n`);
    expect(lines.map(({ line }) => line)).toEqual([2, 4]);
    expect(faults).toMatchObject([{ line: 3 }]);
  });

  it('of plantings has its other plantings', async () => {
    const header = 'project,reference,planted_on,trees,partner,species';
    const row = (name: string): string => `Stoves,${name},${day},5,Us,Oak`;
    const csv = [header, row('a'), row('x'.repeat(200_001)), row('b')].join('\n');
    const { lines, faults } = await readPlantingFile(csv);
    expect(lines.map(({ reference }) => reference)).toEqual(['a', 'b']);
    expect(faults).toMatchObject([{ line: 3, what: 'is longer than 200000 characters' }]);
  });

  it('of credits has its other lots', async () => {
    const row = `Stoves,1-2,${day},${day},2`;
    const csv = `project,serial,vintage_start,vintage_end,tonnes\n${row}\n${long}\n${row}\n1,2\n"${row}\n`;
    const { lines, faults } = await readCreditFile(csv);
    expect(lines.map(({ line }) => line)).toEqual([2, 4]);
    expect(faults.map(({ line }) => line)).toEqual([3, 5, 6]);
  });

  it('of readings names the first that is wrong', async () => {
    const csv = `device,total\na,1\nb\n${long},3\n`;
    await expect(readingFormats['text/csv']?.(csv)).rejects.toThrow('line 3: has 1 fields, and the header 2');
  });
});

describe('A file that is right', () => {
  const field = fc.oneof(
    fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'é', '字', '0', ' ', '\t', "'", '.') }),
    fc
      .string({ maxLength: 8, unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', '字') })
      .map((text) => `"${text.replaceAll('"', '""')}"`),
  );
  const blanks = fc.constantFrom('', '', ' ', '  ');
  const padded = fc.tuple(blanks, field, blanks).map((parts) => parts.join(''));

  it('is read as other programs read it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(padded, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (rows, delimiter, end, isEnded) => {
          const lines = rows.map((row) => row.map((one) => one.replaceAll(/\r?\n/g, end)).join(delimiter));
          const text = `\uFEFFhead${delimiter}er${end}${lines.join(end)}${isEnded ? end : ''}`;
          const expected = parse(text, {
            delimiter,
            bom: true,
            trim: true,
            relax_column_count: true,
            skip_empty_lines: true,
            skip_records_with_empty_values: true,
          });
          const read = await readCsvRecords(text, delimiter, 100);
          expect([read.header, ...read.rows].map((row) => row?.fields)).toEqual(expected);
          expect(read.faults).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
