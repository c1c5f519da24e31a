import { negotiateLocale, type Locale } from '../../../server/src/messages/locales.js';
import { readStorage, writeStorage } from '../browser-storage.js';

const name = 'regrove-locale';

/** The language chosen in this browser, else the best of those that the browser asks for. */
export const preferredLocale = (): Locale =>
  negotiateLocale(readStorage(name), navigator.languages.join(), 'en');

export const savePreferredLocale = (locale: Locale): void => writeStorage(name, locale);

/** The user's own language, which may be one that this version does not speak. */
export const supportedLocale = (locale: string): Locale => negotiateLocale(locale, undefined, 'en');
