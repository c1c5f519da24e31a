import {
  guideAddress,
  titleOf,
  type BuiltGuide,
  type GuidePage,
  type GuideSection,
} from '../guide/built-guide.js';
import { textOfHtml, type SearchEntry } from './search-entry.js';

/** Every section of every page. */
export const guideEntries = ({ pages }: BuiltGuide): SearchEntry[] =>
  pages.flatMap((page) => page.sections.map((section) => entryOf(page, section)));

const entryOf = (page: GuidePage, { id, level, title, parts }: GuideSection): SearchEntry => ({
  kind: 'guide',
  title,
  place: level === 1 ? 'Guide' : `Guide · ${titleOf(page)}`,
  url: level === 1 ? guideAddress(page.address) : `${guideAddress(page.address)}#${id}`,
  text: parts
    .map((part) => (typeof part === 'string' ? textOfHtml(part) : part.code.replaceAll(/\s+/g, ' ')))
    .join(' '),
});
