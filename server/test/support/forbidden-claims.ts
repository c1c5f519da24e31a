import type { Locale } from '../../src/messages/locales.js';

// Directive (EU) 2024/825 adds to the commercial practices that are always unfair: claiming, because of the offsetting of greenhouse gas
// emissions, that a product has a neutral, reduced or positive impact on the environment. Member states apply it from 27 September
// 2026. Telling of payments for environmental projects stays allowed, as long as it misleads nobody. So nothing that people read
// may use these words, or those that mean the same. They are stems: longer words that begin with them count, too.

/** English words appear in other languages, too. */
const english = [
  /neutral/i,
  /net[\s-]?zero/i,
  /(carbon|climate)[\s-](negative|positive|free)/i,
  /zero[\s-](carbon|emissions?)/i,
  /compensat/i,
  /off-?set/i,
  /make[sd]? up for/i,
  /(climate|eco|environmentally)[\s-]friendly/i,
];

const terms: Readonly<Record<Locale, readonly RegExp[]>> = {
  en: [],
  de: [
    /ausgleich/i,
    /ausgegl/i,
    /gleich(en|t)\b[^.]*\baus\b/i,
    /kompens/i,
    /klimapositiv/i,
    /netto-?null/i,
    /(emissions|co[2₂]-)frei/i,
    /(klima|umwelt)freundlich/i,
    /wettmach/i,
  ],
  es: [/compens/i, /neutr/i, /cero (neto|emisiones)/i, /contrarrest/i, /ecológic/i],
  fr: [/compens/i, /neutr/i, /zéro (net|émission)/i, /contrepartie/i, /écologique/i],
  id: [/kompensasi/i, /imbangi/i, /netral/i, /nol bersih/i, /sebagai pengganti/i, /ramah lingkungan/i],
  it: [/compens/i, /neutr/i, /zero (netto|emissioni)/i, /controbilanci/i, /ecologic/i],
  ja: [
    /オフセット/,
    /相殺/,
    /ニュートラル/,
    /中立/,
    /実質ゼロ/,
    /埋め合わせ/,
    /補う|補い|補っ/,
    /打ち消/,
    /環境にやさしい/,
  ],
  ko: [/상쇄/, /오프셋/, /중립/, /넷\s?제로/, /친환경/],
  ms: [/ofset/i, /imbang/i, /neutral/i, /pampas/i, /sifar bersih/i, /sebagai ganti/i, /mesra alam/i],
  pt: [/compens/i, /neutr/i, /zero líquido/i, /contrabalan/i, /ecológic/i],
  th: [/ชดเชย/, /ออฟเซ็?ต/, /เป็นกลาง/, /สุทธิเป็นศูนย์/, /เป็นมิตรต่อสิ่งแวดล้อม/],
  'zh-CN': [/抵消|抵销|抵减/, /中和/, /净零/, /补偿/, /环保/],
  'zh-TW': [/抵銷|抵消|抵換|抵減/, /中和/, /淨零/, /補償/, /環保/],
};

/** What a text in this language says that it must not. */
export const forbiddenIn = (text: string, locale: Locale): string[] =>
  [...english, ...terms[locale]].flatMap((term) => term.exec(text)?.[0] ?? []);
