import { describe, expect, it } from 'vitest';
import { localeNames, locales, negotiateLocale } from '../../src/messages/locales.js';

describe('the language of a visitor', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    [' fr ', 'fr'],
    ['zh_tw', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh-hans-hk', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['ZH-cn', 'zh-CN'],
    ['pt-BR', 'pt'],
    ['en-GB', 'en'],
    ['in', 'id'],
  ])('requested as %s is %s', (requested, expected) => {
    expect(negotiateLocale(requested, 'ko', 'it')).toBe(expected);
  });

  it.each(['', 'xx', 'klingon', '../../etc', '<b>', 'de_DE.UTF-8', '-', '\0', 'toString', '__proto__'])(
    'is that of the browser when "%s" is requested',
    (requested) => {
      expect(negotiateLocale(requested, 'ko', 'it')).toBe('ko');
    },
  );

  it.each([
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
    ['en;q=0.5, ja;q=0.8', 'ja'],
    ['nl, sv;q=0.9, es;q=0.1', 'es'],
    ['th;q=0.7,ms;q=0.7', 'th'],
    ['de;q=0, ko;q=0.2', 'ko'],
    ['de; Q = 0.3, zh-Hant-TW ; q=0.4', 'zh-TW'],
    ['de;q=abc, ja;q=0.1', 'ja'],
    ['de;q=7, ja;q=0.1', 'ja'],
    ['de;q=-1, ja;q=0.1', 'ja'],
    ['de;level=1;q=0.2, ja;q=0.1', 'de'],
  ])('is read from Accept-Language: %s', (header, expected) => {
    expect(negotiateLocale(undefined, header, 'it')).toBe(expected);
  });

  it.each([
    undefined,
    '',
    '*',
    ',,;;',
    ';q=1',
    'q=1',
    'de;q=0',
    'nl',
    '\u0000',
    'x'.repeat(10_000),
    ';'.repeat(10_000),
  ])('is the fallback when Accept-Language has no supported language: %j', (header) => {
    expect(negotiateLocale(undefined, header, 'it')).toBe('it');
  });

  it('has a distinct name for every locale', () => {
    expect(new Set(Object.values(localeNames)).size).toBe(locales.length);
  });
});
