import { expect, it } from 'vitest';
import { catalogues } from '../../src/messages/catalogues.js';
import { locales } from '../../src/messages/locales.js';

/** What ends a line must not begin one. Addresses (`https://`, `?version=3`, `:9192`) are as in every language. */
const breakable =
  /(?:^|[^\u00A0\u202F\s])(?:[;!?](?!\w)|:(?![\w/]))|[^\S\u00A0\u202F][;:!?»](?!\w)|«[^\u00A0\u202F]/u;

it('French has a no-break space before : ; ? ! and », and after «', () => {
  const wrong = Object.entries(catalogues.fr).filter(([, text]) => breakable.test(text));
  expect(wrong).toEqual([]);
  for (const sample of ['Quoi ?', 'Quoi?', 'A : b', 'A: b', '« a\u00A0»', '«\u00A0a »', 'Oui !'])
    expect([sample, breakable.test(sample)]).toEqual([sample, true]);
  for (const sample of [
    'Quoi\u202F?',
    'A\u00A0: b',
    '«\u00A0a\u00A0»',
    'https://a.example:9192',
    'ajoutez ?version=3',
  ])
    expect([sample, breakable.test(sample)]).toEqual([sample, false]);
});

it.each(locales.filter((locale) => locale !== 'fr'))('%s has no such space', (locale) => {
  const wrong = Object.entries(catalogues[locale]).filter(([, text]) => /\s[;:!?](?!\w)/u.test(text));
  expect(wrong).toEqual([]);
});
