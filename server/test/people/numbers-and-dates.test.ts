import { describe, expect, it } from 'vitest';
import { i18nFor } from '../../src/messages/i18n.js';
import { locales } from '../../src/messages/locales.js';
import { formatTreeCell } from '../../src/messages/format-tree-amount.js';

const october = new Date('2026-10-05T23:30:00Z');

describe('numbers and dates', () => {
  it.each([
    ['en', '1234567.891000', '1,234,567.89'],
    ['de', '1234567.891000', '1.234.567,89'],
    ['en', '63.000000', '63'],
    ['en', '63.123456', '63.12'],
    // With three decimals, many readers would take it for more than a thousand.
    ['en', '1.234', '1.23'],
    ['de', '1.234', '1,23'],
    ['en', '0.000123', '0.00012'],
    ['en', '98765432109876543210.125', '98,765,432,109,876,543,210.13'],
    ['en', 1.5, '1.5'],
  ] as const)('in %s formats the number %s as %s', (locale, value, expected) => {
    expect(i18nFor(locale).number(value)).toBe(expected);
  });

  it.each([
    ['en', '0', '0'],
    ['en', '0.000120', '<0.1'],
    ['de', '0.000120', '<0,1'],
    ['en', '0.05', '0.1'],
    ['en', '12.360494', '12.4'],
    ['en', '12.02', '12'],
    ['en', '99.96', '100'],
    ['en', '100.4', '100'],
    ['en', '1284.5', '1,285'],
    ['de', '1234567.891000', '1.234.568'],
    ['en', '98765432109876543210.125', '98,765,432,109,876,543,210'],
  ] as const)('in %s shows %s trees as %s', (locale, trees, expected) => {
    expect(i18nFor(locale).rounded(trees)).toBe(expected);
  });

  it.each([
    ['en', '999.6', '1000', '999'],
    ['en', '1000', '1000', '1,000'],
    ['en', '2.46', '3.5', '2.4'],
    ['en', '2.4', '3.5', '2.4'],
    ['en', '0.3', '3.5', '0.3'],
    ['en', '99.97', '100', '99.9'],
    ['en', '100.6', '101', '100'],
    // Both would be 3.4, or 1,000.
    ['en', '3.42', '3.44', '3.3'],
    ['en', '1000.2', '1000.4', '999'],
    ['de', '1000.2', '1000.4', '999'],
    ['en', '100.2', '100.4', '99'],
    ['en', '0.12', '0.14', '<0.1'],
    ['en', '0.06', '5', '<0.1'],
    ['en', '0', '5', '0'],
    ['de', '1234567.8', '1234568', '1.234.567'],
  ] as const)('in %s shows %s as a part of %s as %s', (locale, part, whole, expected) => {
    expect(i18nFor(locale).roundedPart(part, whole)).toBe(expected);
  });

  it('shows the trees of a column with the same decimals, and none from a hundred on', () => {
    const shown = (...column: string[]) => {
      const written = i18nFor('en').treeColumn(column);
      return column.map((trees) => written(trees));
    };
    expect(shown('120.5', '12', '0', '0.000120')).toEqual(['120.5', '12.0', '0.0', '<0.1']);
    expect(shown('120.5', '0', '1200')).toEqual(['121', '0', '1,200']);
  });

  it('shows a part in a column with the same decimals, and never as all of it', () => {
    const column = ['1000', '999.6', '12.36', '12.34', '0'];
    const written = i18nFor('de').treeColumn(column);
    expect(written('999.6', '1000')).toBe('999,6');
    expect(written('12.34', '12.36')).toBe('12,3');
    expect(written('0', '12.36')).toBe('0,0');
    expect(written('12.36', '12.36')).toBe('12,4');
    const whole = i18nFor('en').treeColumn(['10000', '9999.6']);
    expect([whole('10000'), whole('9999.6', '10000')]).toEqual(['10,000', '9,999']);
  });

  it('shows the trees of a list in the dashboard with two decimals', () => {
    expect([12, 0.004, 0.005, 0, 1234.567].map((trees) => formatTreeCell(trees, 'en'))).toEqual([
      '12.00',
      '<0.01',
      '0.01',
      '0.00',
      '1,234.57',
    ]);
  });

  it('formats a number with the given options', () => {
    expect(i18nFor('en').number('63.048', { maximumFractionDigits: 0 })).toBe('63');
  });

  it('formats the day in UTC', () => {
    expect(i18nFor('en').date(october)).toBe('October 5, 2026');
    expect(i18nFor('de').date(october)).toBe('5. Oktober 2026');
    expect(i18nFor('en').date(october, 'medium')).toBe('Oct 5, 2026');
    expect(i18nFor('zh-TW').date(october)).toBe('2026年10月5日');
  });

  it('uses the Gregorian calendar in every language, including Thai', () => {
    for (const locale of locales) {
      expect(i18nFor(locale).date(october)).toContain('2026');
      expect(i18nFor(locale).month(october)).toContain('2026');
    }
  });

  it('formats the name of the month', () => {
    expect(i18nFor('es').month(october)).toBe('octubre de 2026');
    expect(i18nFor('ja').month(october)).toBe('2026年10月');
  });
});
