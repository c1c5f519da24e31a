import { negotiateLocale, type Locale } from '../../../server/src/messages/locales.js';
import { readStorage, writeStorage } from '../browser-storage.js';

const name = 'regrove-locale';

/** The language chosen in this browser, or the best match of its settings. */
export const preferredLocale = (): Locale =>
  negotiateLocale(readStorage(name), navigator.languages.join(), 'en');

export const savePreferredLocale = (locale: Locale): void => writeStorage(name, locale);

/** A user's language may be one that this version does not have. */
export const supportedLocale = (locale: string): Locale => negotiateLocale(locale, undefined, 'en');
