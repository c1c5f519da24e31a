import { describe, expect, it } from 'vitest';
import { catalogues, type MessageKey } from '../../src/messages/catalogues.js';
import { locales, type Locale } from '../../src/messages/locales.js';
import { forbiddenIn } from '../support/forbidden-claims.js';

/** Neutral, net zero, without emissions, positive for the climate, and compensated: what must not be said in any language. */
const claims: Readonly<Record<Locale, readonly string[]>> = {
  en: [
    'Climate-neutral paper',
    'Net zero printing',
    'Emission-free, free of emissions, zero-carbon',
    'Climate positive',
    'Trees that compensate for your paper',
    'Your emissions are offset',
  ],
  de: [
    'Klimaneutrales Papier',
    'Druck mit Netto-Null',
    'Emissionsfrei und CO2-frei gedruckt',
    'Klimapositiv',
    'Bäume, die Ihr Papier kompensieren',
    'Die Bäume gleichen die Emissionen aus',
    'Das wiegt die Emissionen auf',
  ],
  es: [
    'Papel neutro en carbono',
    'Impresión con emisiones netas cero',
    'Libre de emisiones',
    'Positivo para el clima',
    'Árboles que compensan su papel',
  ],
  fr: [
    'Papier neutre en carbone',
    'Impression zéro carbone',
    'Sans émission',
    'Positif pour le climat',
    'Des arbres qui compensent votre papier',
  ],
  id: [
    'Kertas netral karbon',
    'Cetak nol bersih',
    'Bebas emisi',
    'Positif bagi iklim',
    'Pohon yang mengimbangi kertas Anda',
    'Kompensasi emisi',
  ],
  it: [
    'Carta a impatto zero',
    'Stampa a emissioni nette zero',
    'Senza emissioni',
    'Positivo per il clima',
    'Alberi che compensano la carta',
    'Carta neutrale',
  ],
  ja: [
    'カーボンニュートラルな用紙',
    'ネットゼロの印刷',
    'ゼロエミッション',
    'クライメート・ポジティブ',
    '排出量を相殺する植樹',
    '排出量のオフセット',
    '地球にやさしい用紙',
  ],
  ko: [
    '탄소중립 용지',
    '넷제로 인쇄',
    '탄소 제로',
    '기후 긍정적인 종이',
    '배출량을 상쇄하는 나무',
    '종이 사용을 보상하는 나무',
  ],
  ms: [
    'Kertas neutral karbon',
    'Cetakan sifar bersih',
    'Bebas karbon',
    'Positif terhadap iklim',
    'Pokok yang mengimbangi kertas anda',
    'Pampasan pelepasan',
  ],
  pt: [
    'Papel carbono zero',
    'Impressão neutra em carbono',
    'Livre de emissões',
    'Positivo para o clima',
    'Árvores que compensam o seu papel',
  ],
  th: [
    'กระดาษที่เป็นกลางทางคาร์บอน',
    'การปล่อยก๊าซสุทธิเป็นศูนย์',
    'ปลอดคาร์บอน',
    'เป็นบวกต่อสภาพภูมิอากาศ',
    'ต้นไม้ที่ชดเชยกระดาษของท่าน',
  ],
  'zh-CN': ['碳中和纸张', '净零印刷', '零碳纸张', '气候正效益', '抵消用纸排放的树木', '补偿排放'],
  'zh-TW': ['碳中和紙張', '淨零列印', '零碳紙張', '氣候正效益', '抵銷用紙排放的樹木', '補償排放'],
};

/** Paying for it. Whether and when the trees are planted is told apart. */
const funding: Readonly<Record<Locale, RegExp>> = {
  en: /fund/,
  de: /finanzier/,
  es: /financi/,
  fr: /financ/,
  id: /danai/,
  it: /finanzia/,
  ja: /支援/,
  ko: /지원/,
  ms: /biayai/,
  pt: /financi/,
  th: /สนับสนุน/,
  'zh-CN': /资助/,
  'zh-TW': /資助/,
};

const aboutTrees = [
  'certificate.pageDescription',
  'certificate.trees',
  'badge.trees',
  'impact.description',
  'mail.monthEnd.intro',
  'mail.monthEnd.total',
] as const satisfies readonly MessageKey[];

describe('What is told of trees that are not planted yet', () => {
  it.each(locales)('is that they were funded, not what became of it: %s', (locale) => {
    const others = aboutTrees.filter((key) => !funding[locale].test(catalogues[locale][key]));
    expect(others).toEqual([]);
  });
});

describe('The list of forbidden claims', () => {
  it.each(locales)('finds each kind of them: %s', (locale) => {
    expect(claims[locale].filter((claim) => forbiddenIn(claim, locale).length === 0)).toEqual([]);
  });

  it.each(locales)('finds those in English among texts of any language: %s', (locale) => {
    expect(claims.en.filter((claim) => forbiddenIn(claim, locale).length === 0)).toEqual([]);
  });
});
