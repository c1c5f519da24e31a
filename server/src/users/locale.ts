/** The languages in which users are spoken to. */
export const locales = [
  'en',
  'de',
  'es',
  'fr',
  'id',
  'it',
  'ja',
  'ko',
  'ms',
  'pt',
  'th',
  'zh-CN',
  'zh-TW',
] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';
