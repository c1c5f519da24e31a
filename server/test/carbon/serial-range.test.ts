import { describe, expect, it } from 'vitest';
import { parseSerial, serialOf } from '../../src/features/carbon/serial-range.js';

describe('A registry serial', () => {
  it.each([
    [
      'Verra',
      '9344-86055-86154-VCS-VCU-262-VER-BR-14-1686-01012016-31122016-0',
      [86_055, 86_154],
      [86_060, 86_060],
      '9344-86060-86060-VCS-VCU-262-VER-BR-14-1686-01012016-31122016-0',
    ],
    [
      'Gold Standard',
      'GS1-1-ID-GS1247-2-2017-7324-1-12',
      [1, 12],
      [3, 11],
      'GS1-1-ID-GS1247-2-2017-7324-3-11',
    ],
    [
      'Climate Action Reserve',
      'CAR-1-US-1119-4-123-CA-2015-6001-1 to 9410',
      [1, 9410],
      [99, 100],
      'CAR-1-US-1119-4-123-CA-2015-6001-99 to 100',
    ],
    [
      'American Carbon Registry',
      'ACR-MX-124-2012-345-1 to 5000',
      [1, 5000],
      [1, 2],
      'ACR-MX-124-2012-345-1 to 2',
    ],
    ['dots', 'X/2019/100..199', [100, 199], [150, 199], 'X/2019/150..199'],
    ['a colon', 'REG 7: 10:19 A', [10, 19], [11, 12], 'REG 7: 11:12 A'],
    ['a spaced dash', 'REG 10 - 19', [10, 19], [19, 19], 'REG 19 - 19'],
    ['leading zeros', 'PL-000098-000103-X', [98, 103], [99, 100], 'PL-000099-000100-X'],
    ['leading zeros that are too short for the end', 'PL-098-1003', [98, 1003], [99, 1000], 'PL-099-1000'],
    ['a single credit', 'PL-77-77-X', [77, 77], [77, 77], 'PL-77-77-X'],
    [
      'the largest numbers',
      'P-9007199254740990-9007199254740991',
      [2 ** 53 - 2, 2 ** 53 - 1],
      [2 ** 53 - 1, 2 ** 53 - 1],
      'P-9007199254740991-9007199254740991',
    ],
  ] as const)('is read and written in the format of %s', (_, serial, [first, last], part, written) => {
    const lot = { serial, tonnes: last - first + 1 };
    expect(parseSerial(lot)).toMatchObject({ first, last });
    expect(serialOf(lot, first, last)).toBe(serial);
    expect(serialOf(lot, part[0], part[1])).toBe(written);
  });

  it('of Gold Standard has its range at the end, whatever else would fit', () => {
    const lot = { serial: 'GS1-1-ID-GS1247-2-2017-7324-1-2016', tonnes: 2016 };
    expect(serialOf(lot, 5, 6)).toBe('GS1-1-ID-GS1247-2-2017-7324-5-6');
  });

  it('of Verra has its range after the first number, whatever else would fit', () => {
    const lot = { serial: '9344-14-1686-VCS-VCU-262-VER-BR-14-1686-01012016-31122016-0', tonnes: 1673 };
    expect(serialOf(lot, 15, 16)).toBe('9344-15-16-VCS-VCU-262-VER-BR-14-1686-01012016-31122016-0');
  });

  it.each([
    ['Verra', '9344-86055-86154-VCS-VCU-262-VER-BR-14-1686-01012016-31122016-0', 1673],
    ['Gold Standard', 'GS1-1-ID-GS1247-2-2017-7324-1-12', 2016],
  ])('of %s has its range in no other position', (_, serial, tonnes) => {
    expect(() => parseSerial({ serial, tonnes })).toThrow(/has no range of/);
  });

  it.each([
    ['7-10-19-A-20-29-0', 10, '7-[10-19]-A-20-29-0 or 7-10-19-A-[20-29]-0'],
    ['PL-1-2-3', 2, 'PL-[1-2]-3 or PL-1-[2-3]'],
    ['PL-77-77 to 77', 1, 'PL-[77-77] to 77 or PL-77-[77 to 77]'],
  ])('that is ambiguous is refused: %s', (serial, tonnes, readings) => {
    expect(() => parseSerial({ serial, tonnes })).toThrow(
      `the serial ${serial} has more than one range of ${String(tonnes)} credits: ${readings}`,
    );
  });

  it('belongs to the same series regardless of spaces, separators and case', () => {
    const seriesOf = (serial: string): string => parseSerial({ serial, tonnes: 10 }).series;
    const series = seriesOf('REG-5-11-20-x');
    expect(seriesOf('reg-5-11 - 20-X')).toBe(series);
    expect(seriesOf('REG-5-21..30-X')).toBe(series);
    expect(seriesOf('REG-6-11-20-X')).not.toBe(series);
  });

  it('belongs to the same series with and without leading zeros, which are printed as given', () => {
    const seriesOf = (serial: string): string => parseSerial({ serial, tonnes: 100 }).series;
    const [plain, padded] = ['9344-1-100-VCS-VCU-262-VER-0', '09344-001-100-VCS-VCU-0262-VER-00'];
    expect(seriesOf(padded)).toBe(seriesOf(plain));
    expect(seriesOf('9344-1-100-VCS-VCU-2620-VER-0')).not.toBe(seriesOf(plain));
    expect(serialOf({ serial: padded, tonnes: 100 }, 5, 6)).toBe('09344-005-006-VCS-VCU-0262-VER-00');
  });

  it.each([
    ['no numbers', 'VCS-VCU'],
    ['one number', 'VCS-100-VCU'],
    ['another number of credits', 'VCS-1-99-VCU'],
    ['a reversed range', 'VCS-100-1-VCU'],
    ['numbers that belong to words', 'A1-100B'],
    ['something between the numbers', '1-x-100'],
    ['nothing at all', ''],
  ])('whose range does not match its tonnes is refused: %s', (_, serial) => {
    expect(() => parseSerial({ serial, tonnes: 100 })).toThrow(/has no range of 100 credits/);
  });

  it('with numbers that are too large to be exact is refused', () => {
    expect(() => parseSerial({ serial: 'P-9007199254740991-9007199254740992', tonnes: 2 })).toThrow(
      /beyond 9007199254740991/,
    );
  });
});
