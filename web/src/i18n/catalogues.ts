import type { Locale } from '../../../server/src/messages/locales.js';

type Catalogue = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, () => Promise<Catalogue>>>;

/** A chunk per language, loaded when it is used. */
const files: Files = import.meta.glob<Catalogue>('../../../server/src/messages/catalogues/*.json', {
  import: 'default',
});

/** Messages of some screens only. */
const parts = {
  operator: import.meta.glob<Catalogue>('../../../server/src/messages/catalogues/*.json', {
    import: 'default',
    query: '?operator',
  }),
  events: import.meta.glob<Catalogue>('../../../server/src/messages/catalogues/*.json', {
    import: 'default',
    query: '?events',
  }),
} satisfies Record<string, Files>;

export type MessagePart = keyof typeof parts;

const load = (from: Files, locale: Locale): Promise<Catalogue> => {
  const file = from[`../../../server/src/messages/catalogues/${locale}.json`];
  if (!file) throw new Error(`There is no catalogue for ${locale}`);
  return file();
};

export const loadCatalogue = (locale: Locale): Promise<Catalogue> => load(files, locale);

export const loadPart = (part: MessagePart, locale: Locale): Promise<Catalogue> => load(parts[part], locale);
