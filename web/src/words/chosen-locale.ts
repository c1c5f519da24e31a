import { negotiateLocale, type Locale } from '../../../server/src/messages/locales.js';
import { remembered, remember } from '../remembered.js';

const name = 'regrove-locale';

/** The language chosen in this browser, else the best of those that the browser asks for. */
export const chosenLocale = (): Locale => negotiateLocale(remembered(name), navigator.languages.join(), 'en');

export const rememberLocale = (locale: Locale): void => remember(name, locale);

/** The user's own language, which may be one that this version does not speak. */
export const spokenLocale = (locale: string): Locale => negotiateLocale(locale, undefined, 'en');
