import { readFileSync } from 'node:fs';
import type { CertificateWords } from '../../src/pages/certificate-pdf/facts.js';

type Messages = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What certificates say, for tests and benchmarks of how they are drawn. */
export const certificateMessages = JSON.parse(
  readFileSync(new URL('certificate-words.json', import.meta.url), 'utf8'),
) as Messages;

export const certificateLocales = Object.keys(certificateMessages);

export function certificateWords(locale: string): CertificateWords {
  const number: CertificateWords['number'] = (value, options) =>
    new Intl.NumberFormat(locale, options).format(Number(value));
  return {
    locale,
    number,
    date: (date) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date),
    say: (key, values = {}) =>
      (certificateMessages[locale]?.[key] ?? key).replace(/\{(\w+)\}/gu, (_, name: string) => {
        const value = values[name];
        return name === 'project' ? String(value) : number(value as string);
      }),
  };
}
