import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, withoutAddedApostrophes, type CsvCell } from '../../src/platform/text/csv-row.js';
import { readDepositFile } from '../../src/wire/dashboard/deposit-import.js';
import { Random } from '../support/faults/random.js';

const { seed } = new Random();

/** What a spreadsheet treats as the beginning of a formula, in any locale. */
const formula = /^[=+\-@＝＋－＠]/u;
const number = /^-?\d+(\.\d+)?$/;

/**
 * Fields as read by a program with these separators, with or without support for quotes. With quotes, they count only at the
 * beginning of a field, and anything after the closing quote is literal.
 */
function fieldsOf(text: string, separators: string, knowsQuotes: boolean): string[] {
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let isFresh = true;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === '"' && text.charAt(at + 1) === '"') {
      field += character;
      at++;
    } else if (isQuoted) {
      if (character === '"') isQuoted = false;
      else field += character;
    } else if (separators.includes(character) || character === '\r' || character === '\n') {
      fields.push(field);
      field = '';
      isFresh = true;
      continue;
    } else if (knowsQuotes && isFresh && character === '"') {
      isQuoted = true;
    } else {
      field += character;
    }
    isFresh = false;
  }
  return [...fields, field];
}

/** Some programs see a formula behind blanks, quotes and invisible characters. */
const stripped = (field: string): string => field.replace(/^[\s"\p{Cc}\p{Cf}]+/u, '');

const formulasIn = (text: string): string[] =>
  [',', ';', '\t', ',;', ',;\t']
    .flatMap((separators) => [true, false].flatMap((knows) => fieldsOf(text, separators, knows)))
    .map(stripped)
    .filter((field) => formula.test(field) && !number.test(field));

const risky = fc
  .array(
    fc.constantFrom(
      ...[
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＠',
        ';',
        ',',
        '\t',
        '\r',
        '\n',
        '\v',
        '\u0085',
        '\u2028',
        '"',
        "'",
        ' ',
      ],
      ...['\u00a0', '\u200b', '\ufeff', '\u0000', '|', 'a', '1', 'cmd()', '.', 'é'],
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

describe('A row of CSV', () => {
  it.each([
    ['=cmd()', `'=cmd()`],
    ['a;=cmd()', `"a;'=cmd()"`],
    ['a\t@SUM(1)', `"a\t'@SUM(1)"`],
    ['a\n+1+1', `"a\n'+1+1"`],
    ['a,-1+1', `"a,'-1+1"`],
    ['a; "=cmd()', `"a; ""'=cmd()"`],
    ['a;;=1', `"a;;'=1"`],
    ['＝1+1', `'＝1+1`],
    ['\u00a0=1', `\u00a0'=1`],
    ['Smith & Sons - Paper', 'Smith & Sons - Paper'],
    ['mail@example.org', 'mail@example.org'],
    ['a=b', 'a=b'],
    ['-12.50', '-12.50'],
    ['-12,50', `"'-12,50"`],
    [-3, '-3'],
    [null, ''],
  ])('writes %j as %s', (cell: CsvCell, written) => {
    expect(csvRow([cell])).toBe(`${written}\r\n`);
  });

  it('contains no formula, whatever the field separator of the program that opens it', () => {
    fc.assert(
      fc.property(fc.array(risky, { minLength: 1, maxLength: 4 }), (cells) => {
        // Like all our rows, it begins with a text that we chose.
        expect(formulasIn(csvRow(['INV-000001', ...cells]))).toEqual([]);
      }),
      { seed, numRuns: 5_000 },
    );
  });

  it('has the content of its cells except for apostrophes when it is read as CSV', () => {
    const text = fc.oneof(risky, fc.string({ unit: 'grapheme', maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (cells) => {
        const [read = []] = parse(csvRow(cells), { columns: false, record_delimiter: '\r\n' });
        const plain = (cell: string): string => cell.replaceAll("'", '');
        expect(read.map(plain)).toEqual(cells.map(plain));
      }),
      { seed, numRuns: 5_000 },
    );
  });

  it('can be read without the apostrophes that it has, and keeps others', () => {
    fc.assert(
      fc.property(risky, (cell) => {
        const [[read = ''] = []] = parse(csvRow([cell, 'a']), { columns: false, record_delimiter: '\r\n' });
        // Where a cell had one before a sign, it is taken for ours.
        expect(withoutAddedApostrophes(read)).toBe(withoutAddedApostrophes(cell));
        if (!cell.includes("'")) expect(withoutAddedApostrophes(read)).toBe(cell);
      }),
      { seed, numRuns: 5_000 },
    );
    expect(withoutAddedApostrophes("O'Neill '=a, ''-b")).toBe("O'Neill '=a, ''-b");
  });

  it('does not change numbers, so exported deposits can be imported', () => {
    const deposit = fc.record({
      pages: fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((pages) => pages !== 0),
      width: fc.integer({ min: 1, max: 10_000 }).map((mm) => mm / 1_000),
    });
    return fc.assert(
      fc.asyncProperty(fc.array(deposit, { minLength: 1, maxLength: 5 }), async (deposits) => {
        const rows = deposits.map(({ pages, width }) =>
          csvRow([pages, width, 0.297, '2026-10-02T10:00:00Z']),
        );
        const file = [csvRow(['pages', 'width', 'length', 'date']), ...rows].join('');
        const read = await readDepositFile({ csv: file }, new Date('2026-11-01'));
        const said = read.file.jobs.map(({ pages, width }) => ({ pages, width: Number(width) }));
        expect(said).toEqual(deposits.map(({ pages, width }) => ({ pages, width })));
      }),
      { seed, numRuns: 500 },
    );
  });
});
