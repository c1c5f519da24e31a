import { expect, it } from 'vitest';
import { cleanText } from '../../server/src/platform/text/clean-text.js';
import { namesMeantBy } from '../src/printed-name.js';

it('A name may have been entered in several forms, of which one is what certificates print', () => {
  const entered = ' Bäcker \u00a0Süß\u200b';
  expect([...namesMeantBy(entered)]).toEqual([
    entered,
    'Bäcker \u00a0Süß\u200b',
    'Bäcker Süß',
    'Bäcker Süß'.normalize('NFD'),
  ]);
  expect([...namesMeantBy('Plain')]).toEqual(['Plain']);
});

it('Names are printed as the server does, whatever characters they have', () => {
  const differing: string[] = [];
  for (let code = 0; code < 0x110000; code++) {
    const name = `a ${String.fromCodePoint(code)} b${'\u0301'.repeat(12)}`;
    const printed = cleanText(name);
    if (!namesMeantBy(name).has(printed)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});
