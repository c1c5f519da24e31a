import { describe, expect, it } from 'vitest';
import { catalogues, type MessageKey } from '../../src/messages/catalogues.js';
import { isClassic } from '../../src/messages/claims.js';
import { locales, type Locale } from '../../src/messages/locales.js';
import { i18nFor } from '../../src/messages/i18n.js';

const keys = Object.keys(catalogues.en).filter((key) => !isClassic(key)) as MessageKey[];

const values = {
  first: 6,
  last: 8,
  account: 'Harbour Office',
  accounts: 3,
  address: 'jo@example.com',
  answer: 'yes',
  beneficiary: 'Harbour Office',
  attempts: 2,
  auditor: 'Forest Audit',
  bought: '12 trees',
  browser: 'Firefox',
  capacity: '2,500,000',
  certified: '1,200',
  code: 'access_denied',
  columns: 'pages, date',
  count: 12,
  covered: '1,100',
  created: '3',
  currency: 'EUR',
  description: 'Print MIS',
  date: 'Oct 5, 2026',
  decimals: '6',
  delimiter: ';',
  devices: 3,
  done: '2',
  end: 'Dec 31, 2021',
  exact: '63.048',
  amount: '1.5',
  indexes: '12, 14',
  example: 'devices=20',
  expected: 6,
  feed: 'Second floor',
  feeds: 4,
  field: 'Name',
  fields: 5,
  file: 'regrove-agent-1.0.0.tgz',
  figure: '12',
  from: '2026-11-01',
  fulfilled: 2,
  gsm: '80',
  hash: '3fa9 c01d 77e2 5b64',
  host: '10.0.0.20',
  id: 'XX1',
  index: '48211',
  invoice: 'INV-000042',
  invoices: 4,
  item: 'A4',
  jobs: 3,
  known: 'pages, width, date',
  label: 'Last active',
  language: 'Deutsch',
  length: '297',
  limit: '1,000',
  line: 7,
  listed: 1000,
  lots: 2,
  mark: ',',
  max: 16,
  methodology: 'Letter 75',
  min: '0.01',
  minutes: 15,
  moment: 'Oct 5, 2026, 06:00',
  days: 30,
  partner: 'Green Hands',
  pending: '100',
  planted: '2,000',
  shown: '100',
  subject: 'Invoice',
  months: 24,
  month: '2026-10',
  type: 'papercut',
  year: '2025',
  name: 'Jo Doe',
  number: 2,
  origin: 'regrove.example/log',
  other: 3,
  page: 1,
  pages: 1000,
  price: '€12.00',
  project: 'Usambara Slopes',
  projects: 'Usambara Slopes and Highland Birch',
  provider: 'Example Login',
  rate: '8.1%',
  reason: 'No answer.',
  reference: 'Q-7',
  registry: 'Gold Standard',
  revision: '1.6.6',
  serial: 'GS1-1-ID-GS1247-2-2017-7324-1-12',
  server: 'https://print.example',
  side: '8,192',
  source: 'A handbook',
  start: 'Jan 1, 2021',
  steps: 4,
  sum: 90,
  surviving: '1,900',
  system: 'Linux',
  text: 'harbour',
  time: '06:00',
  tonnes: '1.5',
  total: 1234,
  trees: '63.048000',
  uncertainty: '±20%',
  unhealthy: 1,
  updated: '4',
  used: '1.3',
  value: 'many',
  version: '2',
  waiting: 2,
  what: 'Enter a number.',
  width: '210',
};

describe('messages', () => {
  const voices = locales.flatMap((locale) => [i18nFor(locale), i18nFor(locale, 'classic')]);

  it.each(voices)('has a text for every key in $locale, $claims', ({ t }) => {
    for (const key of keys) {
      const said = t(key, values);
      expect(said.trim(), key).toBe(said);
      expect(said, key).not.toMatch(/^$|[{}#]|undefined|NaN|\bplural\b/);
    }
  });

  it.each(locales)('includes all values in %s', (locale) => {
    const { t } = i18nFor(locale);
    for (const key of keys) {
      const spokenOf = [
        ...catalogues.en[key].matchAll(
          /\{(account|address|bought|browser|date|feed|item|language|methodology|moment|month|name|price|project|projects|reason|registry|revision|server|system|time)\}/g,
        ),
      ];
      for (const [, name] of spokenOf)
        expect(t(key, values), key).toContain(values[name as keyof typeof values]);
    }
  });

  it('has a distinct text in every language', () => {
    for (const locale of locales) {
      const others = locales.filter((other) => other !== locale);
      for (const key of ['certificate.title', 'mail.signIn.intro', 'mail.feedTrouble.advice'] as const)
        expect(others.map((other) => catalogues[other][key])).not.toContain(catalogues[locale][key]);
    }
  });

  it('distinguishes traditional and simplified Chinese', () => {
    expect(i18nFor('zh-CN').t('certificate.title')).toBe('再造林证书');
    expect(i18nFor('zh-TW').t('certificate.title')).toBe('再造林證書');
  });

  it('refuses a missing value', () => {
    expect(() => i18nFor('en').t('certificate.mapAlt')).toThrow(/project/);
  });

  it.each(['<b>', '{x}', "'{'", '&amp;', '# of 3', '$& $1', '{trees, plural, other {x}}'])(
    'treats %s as plain text',
    (name) => {
      for (const locale of locales) {
        const { t } = i18nFor(locale);
        expect(t('certificate.pageDescription', { ...values, name, project: name }).split(name)).toHaveLength(
          3,
        );
      }
    },
  );
});

describe('plurals', () => {
  it.each(locales)('have exactly the forms of %s', (locale) => {
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.toSorted();
    const form = String.raw`(\w+) \{(?:[^{}]|\{[^{}]*\})*\}`;
    for (const key of Object.keys(catalogues.en) as MessageKey[])
      for (const [plural] of catalogues[locale][key].matchAll(new RegExp(`plural,(?: ${form})+`, 'g')))
        expect([...plural.matchAll(new RegExp(form, 'g'))].map(([, name]) => name).toSorted(), key).toEqual(
          categories,
        );
  });

  const counts = [0, 1, 2, 1.5, 1_000_000];
  const forms: [Locale, string[]][] = [
    ['en', ['trees funded', 'tree funded', 'trees funded', 'trees funded', 'trees funded']],
    [
      'de',
      ['Bäume finanziert', 'Baum finanziert', 'Bäume finanziert', 'Bäume finanziert', 'Bäume finanziert'],
    ],
    ['fr', ['arbre financé', 'arbre financé', 'arbres financés', 'arbre financé', 'd’arbres financés']],
    ['ja', counts.map(() => '本の植樹を支援')],
  ];

  it.each(forms)('follow the number in %s', (locale, expected) => {
    const { t } = i18nFor(locale);
    expect(counts.map((trees) => t('certificate.trees', { trees }))).toEqual(expected);
  });

  it('follow the number as it is displayed', () => {
    const { t } = i18nFor('en');
    expect(t('badge.trees', { trees: '1.000400' })).toBe('1 tree funded');
    expect(t('badge.trees', { trees: '1.0499' })).toBe('1 tree funded');
    expect(t('badge.trees', { trees: '1.05' })).toBe('1.1 trees funded');
    expect(t('badge.trees', { trees: '0.95' })).toBe('1 tree funded');
    expect(t('badge.trees', { trees: '0.94' })).toBe('0.9 trees funded');
    expect(t('app.quotes.executeText', { project: 'Grove', trees: '2 trees', price: '€1' })).toContain(
      '2 trees',
    );
  });

  it('work for each of several numbers in a sentence', () => {
    const said = (locale: Locale, trees: string, pages: number) =>
      i18nFor(locale).t('mail.monthEnd.total', { trees, pages });
    expect(said('en', '0.000120', 1)).toBe('<0.1 trees funded for 1 page of paper');
    expect(said('de', '1.000000', 8333)).toBe('1 Baum finanziert für 8.333 Seiten Papier');
    expect(said('es', '1000000', 2)).toBe('1.000.000 de árboles financiados por 2 páginas de papel');
  });
});
