import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import type { SearchEntry } from './search-entry.js';
import { excerptOf, markTerms, type Piece } from './excerpt.js';
import { partsOf, termsOf, wordsIn } from './words.js';

export interface Hit extends Pick<SearchEntry, 'kind' | 'place' | 'url'> {
  readonly title: readonly Piece[];
  readonly excerpt: readonly Piece[];
}

export interface Hits {
  readonly hits: readonly Hit[];
  /** May be more than are listed. */
  readonly total: number;
  /** Whether each hit has every word. If none has, those with some of the words are listed. */
  readonly haveAllWords: boolean;
}

export interface SearchIndex {
  readonly search: (query: string, limit: number) => Hits;
}

/** Each takes time, also the parts of joined ones. */
const maxWords = 6;
const maxParts = 4;

/** Words that say little. They are ignored next to others. */
const common = new Set(
  'a an and are as at be by can do does for from how i if in is it my of on or the to what when where which with'.split(
    ' ',
  ),
);

const options: SearchOptions = {
  // One wrong letter; in long words two, which is what two letters in the wrong order are.
  fuzzy: (term) => (term.length < 4 ? false : term.length < 6 ? 1 : 2),
  // A prefix or a similar word counts less than the word itself.
  weights: { prefix: 0.4, fuzzy: 0.15 },
  boost: { title: 5, place: 1.5 },
};

/** Made in pieces, so that requests are answered in between. */
export async function createSearchIndex(entries: readonly SearchEntry[]): Promise<SearchIndex> {
  const index = new MiniSearch<SearchEntry & { readonly id: number }>({
    fields: ['title', 'place', 'text'],
    tokenize: termsOf,
    // Words are already in the form that is compared.
    processTerm: (term) => term,
  });
  await index.addAllAsync(
    entries.map((entry, id) => ({ ...entry, id })),
    { chunkSize: 50 },
  );

  return {
    search: (query, limit) => {
      const words = wordsOf(query);
      if (words.length === 0) return { hits: [], total: 0, haveAllWords: true };
      const path = plainPath(query);
      const rank: SearchOptions = {
        ...options,
        tokenize: (text) => [text],
        boostDocument: (id) => boostOf(entries[id as number], path),
      };
      const queries = words.map((word) => queryOf(word, words.length === 1));
      const all = index.search({ combineWith: 'AND', queries }, rank);
      const found = all.length > 0 ? all : index.search({ combineWith: 'OR', queries }, rank);
      return {
        hits: found.slice(0, limit).flatMap(({ id, terms }) => {
          const entry = entries[id as number];
          return entry ? [hitOf(entry, foundTerms(words, terms), new Set(words))] : [];
        }),
        total: found.length,
        haveAllWords: all.length > 0,
      };
    },
  };
}

function wordsOf(query: string): string[] {
  const words = [...new Set([...wordsIn(query)].map(({ word }) => word))];
  const telling = words.filter((word) => !common.has(word));
  return (telling.length > 0 ? telling : words).slice(0, maxWords);
}

/** A joined word may also be written as several. */
function queryOf(word: string, isOnlyWord: boolean): Query {
  const parts = partsOf(word).slice(0, maxParts);
  const whole = termQuery(word, isOnlyWord);
  if (parts.length === 0) return whole;
  return {
    combineWith: 'OR',
    queries: [whole, { combineWith: 'AND', queries: parts.map((part) => termQuery(part, false)) }],
  };
}

/** One or two letters begin too many words, unless they are all that has been typed. */
const termQuery = (term: string, isOnlyWord: boolean): Query => ({
  queries: [term],
  prefix: term.length > 2 || (isOnlyWord && term.length > 1),
});

/** The path in `POST /deposits/import`. */
const plainPath = (query: string): string | undefined =>
  query
    .split(/\s+/)
    .find((part) => part.startsWith('/'))
    ?.toLowerCase();

/** Operations before fields of the same name, and the operation whose path was asked for before all. */
function boostOf(entry: SearchEntry | undefined, path: string | undefined): number {
  if (entry?.path === undefined) return 1;
  return path !== undefined && entry.path.toLowerCase() === path ? 20 : 1.5;
}

/** Without the parts of joined words that were found as a whole. */
function foundTerms(words: readonly string[], terms: readonly string[]): Set<string> {
  const whole = words.filter((word) => terms.some((term) => term.startsWith(word)));
  const parts = new Set(whole.flatMap(partsOf));
  return new Set(terms.filter((term) => !parts.has(term) || words.includes(term)));
}

const hitOf = (
  { kind, place, url, title, text }: SearchEntry,
  terms: ReadonlySet<string>,
  words: ReadonlySet<string>,
): Hit => ({
  kind,
  place,
  url,
  title: markTerms(title, terms),
  excerpt: excerptOf(text, terms, words),
});
