/** The supported languages, each by its own name. */
export const localeNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  ms: 'Bahasa Melayu',
  pt: 'Português',
  th: 'ไทย',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
} as const;

export type Locale = keyof typeof localeNames;
export const locales = Object.keys(localeNames) as readonly Locale[];
export const defaultLocale: Locale = 'en';

/** More than anyone speaks. A malicious header may list thousands. */
const languagesHeard = 20;

/** The requested language, or the best match of the browser's, or the fallback. */
export const negotiateLocale = (
  asked: string | undefined,
  acceptLanguage: string | undefined,
  fallback: Locale,
): Locale => closestLocale(asked ?? '') ?? acceptedLocale(acceptLanguage ?? '') ?? fallback;

function acceptedLocale(header: string): Locale | undefined {
  const wishes = header
    .split(',', languagesHeard)
    .map(readWish)
    .filter(({ quality }) => quality > 0 && quality <= 1)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wishes) {
    const locale = closestLocale(tag);
    if (locale) return locale;
  }
  return undefined;
}

/** One entry such as `fr-CH;q=0.9`. An invalid quality is NaN, and the entry is ignored. */
function readWish(entry: string): { tag: string; quality: number } {
  const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  return { tag, quality: quality === undefined ? 1 : Number(quality.slice(quality.indexOf('=') + 1)) };
}

/** Undefined for a language that is not supported. */
export function closestLocale(tag: string): Locale | undefined {
  const { language, script } = likelyForm(tag) ?? {};
  const name = language === 'zh' ? (script === 'Hant' ? 'zh-TW' : 'zh-CN') : language;
  return locales.find((locale) => locale === name);
}

/** With the likely script: zh-HK is written in Hant. Undefined for an invalid tag. */
function likelyForm(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-')).maximize();
  } catch {
    return undefined;
  }
}
