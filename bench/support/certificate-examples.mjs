import { readFileSync } from 'node:fs';

const file = new URL('../../server/test/support/certificate-words.json', import.meta.url);
const messages = JSON.parse(readFileSync(file, 'utf8'));

export const locales = Object.keys(messages);
export const latinLocales = ['en', 'de', 'es', 'fr', 'id', 'it', 'ms', 'pt'];

const names = [
  'Northwind Paper & Sons',
  '株式会社 みどりの森',
  'บริษัท ป่าไม้ยั่งยืน จำกัด (มหาชน)',
  'شركة الغابات الخضراء للتنمية',
  'The Honourable Association of Independent Stationers, Bookbinders & Paper Merchants of Northern Europe',
];

const wordsByLocale = new Map(locales.map((locale) => [locale, wordsOf(locale)]));

function wordsOf(locale) {
  const plain = new Intl.NumberFormat(locale);
  const rounded = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const number = (value, options) => (options ? rounded : plain).format(value);
  return {
    locale,
    number,
    date: (date) => dates.format(date),
    say: (key, values = {}) =>
      messages[locale][key].replace(/\{(\w+)\}/g, (_, name) =>
        name === 'project' ? values[name] : number(values[name]),
      ),
  };
}

/** One after the other, all locales in turn; no two are alike. The names of Latin locales are Latin. */
export function example(index) {
  const locale = locales[index % locales.length];
  const isLatin = latinLocales.includes(locale);
  const name = isLatin ? names[index % 2 === 0 ? 0 : 4] : names[index % names.length];
  const id = `certificate-${index}`;
  const facts = {
    id,
    number: `RG-${100_000 + index}`,
    accountName: `${name} ${index}`,
    trees: String(1 + (index % 5_000) / 8),
    pages: 8_000 + index,
    date: new Date(Date.UTC(2031, index % 12, 14)),
    project: { name: 'Usambara Mountains', latitude: -4.75, longitude: 38.5 },
    url: `https://regrove.example/certificates/${id}`,
    locale,
  };
  return { facts, words: wordsByLocale.get(locale), isLatin };
}
