import type { Locale } from '../../../server/src/messages/locales.js';

type Catalogue = Readonly<Record<string, string>>;

/** A chunk for each language, fetched when it is spoken. */
const files = import.meta.glob<Catalogue>('../../../server/src/messages/catalogues/*.json', {
  import: 'default',
});

export function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const load = files[`../../../server/src/messages/catalogues/${locale}.json`];
  if (!load) throw new Error(`There is no catalogue for ${locale}`);
  return load();
}
