/** Something that can be found: an operation, a field, a section of a page. */
export interface SearchEntry {
  readonly kind: 'reference' | 'guide';
  readonly title: string;
  /** Where it is, in words: the page, or the operation. */
  readonly place: string;
  readonly url: string;
  readonly text: string;
  /** The path of an operation. */
  readonly path?: string;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text of HTML that we made ourselves. */
export const textOfHtml = (html: string): string =>
  html
    .replaceAll('<wbr />', '')
    // A cell or a paragraph ends a sentence, but a word in bold does not end a word.
    .replaceAll(/<\/?(?:code|b|a|em|strong|span)\b[^<>]*>/g, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
