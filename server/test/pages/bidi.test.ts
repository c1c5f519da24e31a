import { describe, expect, it } from 'vitest';
import { baseDirection, bidiLevels, inVisualOrder } from '../../src/http/pages/pdf-text/bidi.js';

const shown = (text: string): string =>
  inVisualOrder(bidiLevels(text, baseDirection(text)).map((level, index) => ({ level, unit: text[index] })))
    .map(({ unit }) => unit)
    .join('');

describe('Bidirectional text', () => {
  it.each([
    ['Latin alone', 'Northwind 42', 0, '000000000000'],
    ['Hebrew alone', 'אבג', 1, '111'],
    ['a Hebrew name in Latin', 'A אב B', 0, '001100'],
    ['a Latin name in Arabic', 'شركة AB', 1, '1111122'],
    ['a number in Hebrew', 'אב 42', 1, '11122'],
    ['a number after Arabic', 'ع 3,5%', 1, '112221'],
    ['brackets that go with what they enclose', 'a (אב) b', 0, '00011000'],
    ['brackets around another direction', 'אב (ab) גד', 1, '1111221111'],
    ['a mark on a letter', 'ab א\u05B0ב', 0, '000111'],
  ] as const)('has the right levels: %s', (_, text, base, levels) => {
    expect(baseDirection(text)).toBe(base);
    expect(bidiLevels(text, base).join('')).toBe(levels);
  });

  it.each([
    ['an emoji between Hebrew letters', 'abc א😀ב', '00001111'],
    ['letters of a script beyond the basic plane', 'a \u{1E900}\u{1E901}', '001111'],
    ['digits beyond the basic plane', 'אב \u{1D7CF}', '11122'],
  ])('has the right levels beyond the basic plane: %s', (_, text, levels) => {
    expect(bidiLevels(text, baseDirection(text)).join('')).toBe(levels);
  });

  it('is reordered for display', () => {
    expect(shown('A אבג B')).toBe('A גבא B');
    expect(shown('אבג 42')).toBe('42 גבא');
  });
});
