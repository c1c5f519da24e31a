import { describe, expect, it } from 'vitest';
import {
  amountWithin,
  cutByRetirements,
  fromMillionths,
  SegmentBuilder,
  toMillionths,
} from '../../src/features/carbon/credit-segments.js';
import {
  findDuplicates,
  isExpected,
  mergeRanges,
  subtractRanges,
} from '../../src/features/carbon/compare-retirements.js';
import { possibleRanges } from '../../src/features/carbon/serial-range.js';
import { Random } from '../support/faults/random.js';

/** Allocations end to end, by their tonnes. */
function segmentsOf(...tonnes: string[]) {
  const builder = new SegmentBuilder<{ start: bigint; end: bigint; name: number }>();
  let start = 0n;
  const segments = tonnes.flatMap((amount, name) => {
    const end = start + toMillionths(amount);
    const added = builder.add({ start, end, name });
    start = end;
    return added;
  });
  return [...segments, ...builder.finish()].map(({ first, last, holders, allocated }) => [
    first,
    last,
    holders.map(({ name }) => name).join(),
    fromMillionths(allocated),
  ]);
}

describe('Credits of a lot', () => {
  it('are ranges of one offset, and single ones where they are shared or allocated in part', () => {
    expect(segmentsOf('2')).toEqual([[0, 1, '0', '2']]);
    expect(segmentsOf('0.4')).toEqual([[0, 0, '0', '0.4']]);
    expect(segmentsOf('1.5', '0.2', '2.3', '1', '0.1')).toEqual([
      [0, 0, '0', '1'],
      [1, 1, '0,1,2', '1'],
      [2, 3, '2', '2'],
      [4, 4, '3', '1'],
      [5, 5, '4', '0.1'],
    ]);
    expect(segmentsOf('1000000000000', '0.000001')).toEqual([
      [0, 999_999_999_999, '0', '1000000000000'],
      [1_000_000_000_000, 1_000_000_000_000, '1', '0.000001'],
    ]);
  });

  it('are each in one segment, whatever is allocated', () => {
    const random = new Random();
    for (let round = 0; round < 200; round++) {
      const tonnes = Array.from({ length: 20 }, () => (1 + random.upTo(3_000_000)) / 1e6).map(String);
      const segments = segmentsOf(...tonnes);
      let next = 0;
      for (const [first, last] of segments) {
        expect(first).toBe(next);
        next = Number(last) + 1;
      }
      const sum = segments.reduce((all, [, , , amount]) => all + toMillionths(String(amount)), 0n);
      expect(sum).toBe(tonnes.reduce((all, amount) => all + toMillionths(amount), 0n));
    }
  });

  it('are cut where retirements begin and end', () => {
    const cut = (first: number, last: number, ...retired: [number, number][]) =>
      cutByRetirements(
        { first, last },
        retired.map(([from, until]) => ({ first: from, last: until })),
      ).parts.map((part) => [part.first, part.last, part.retirement !== undefined]);
    expect(cut(5, 9)).toEqual([[5, 9, false]]);
    expect(cut(5, 9, [1, 20])).toEqual([[5, 9, true]]);
    expect(cut(5, 9, [1, 3], [6, 7], [9, 12])).toEqual([
      [5, 5, false],
      [6, 7, true],
      [8, 8, false],
      [9, 9, true],
    ]);
    expect(amountWithin({ start: 400_000n, end: 3_700_000n }, { first: 0, last: 1 })).toBe(1_600_000n);
  });
});

describe('Ranges of a registry', () => {
  const range = (first: number, last: number, line = 1) => ({ first, last, line, beneficiary: '' });

  it('are compared without looking at single credits', () => {
    const whole = Number.MAX_SAFE_INTEGER;
    expect(mergeRanges([range(1, 2), range(3, 5), range(4, 4), range(7, 9)])).toEqual([
      { first: 1, last: 5 },
      { first: 7, last: 9 },
    ]);
    expect(subtractRanges([range(1, whole)], [range(5, 6), range(9, 9)])).toEqual([
      { first: 1, last: 4 },
      { first: 7, last: 8 },
      { first: 10, last: whole },
    ]);
    expect(subtractRanges([range(1, 3), range(5, 8)], [range(2, 6)])).toEqual([
      { first: 1, last: 1 },
      { first: 7, last: 8 },
    ]);
  });

  it('are named once where they overlap', () => {
    expect(
      findDuplicates([range(1, 10, 2), range(3, 4, 3), range(3, 5, 4), range(9, 12, 5), range(20, 21, 6)]),
    ).toEqual([
      { first: 3, last: 4, lines: [2, 3] },
      { first: 5, last: 5, lines: [2, 4] },
      { first: 9, last: 10, lines: [2, 5] },
    ]);
  });

  it('are of whom we expect: those who had them when they were retired, and maybe those who came later', () => {
    const names = { required: ['Ärzte & Co', 'B'], allowed: ['Ärzte & Co', 'B', 'C'], reported: null };
    expect(isExpected('b;  ÄRZTE & CO', names)).toBe(true);
    expect(isExpected('Ärzte & Co; B; C', names)).toBe(true);
    expect(isExpected('Ärzte & Co', names)).toBe(false);
    expect(isExpected('Ärzte & Co; B; D', names)).toBe(false);
    expect(isExpected('D', { ...names, reported: 'D' })).toBe(true);
    expect(isExpected("'=A;B", { required: ['=A;B'], allowed: ['=A;B'], reported: null })).toBe(true);
  });

  it('are read from serials in any format', () => {
    expect(possibleRanges('9344-86055-86060-VCS-VCU-262-VER-BR-14-1686-01012016-31122016-0')).toHaveLength(1);
    expect(possibleRanges('SANDBOX-1-20')).toEqual([{ first: 1, last: 20, series: 'SANDBOX-#' }]);
    expect(possibleRanges('CAR-7-9-20-24').map(({ first, last }) => [first, last])).toEqual([
      [7, 9],
      [9, 20],
      [20, 24],
    ]);
    expect(possibleRanges('CAR-7-9-20-24', 5)).toEqual([{ first: 20, last: 24, series: 'CAR-7-9-#' }]);
    expect(possibleRanges('none')).toEqual([]);
  });
});
