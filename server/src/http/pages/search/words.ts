/** Letters and digits, which may be joined: `month-end`, `collection_scope`, `1.6.6`. No part can match in two ways. */
const joined = /[\p{L}\p{N}]+(?:[._-]+[\p{L}\p{N}]+)*/gu;
const separators = /[._-]+/;

/** Longer words are cut: nobody types them, and comparing them takes longer. */
const maxLength = 40;

const marks = /\p{M}+/gu;
const others = /[^a-z\d._-]/;

/** Without case and accents. */
function plainWord(word: string): string {
  const plain = word.toLowerCase();
  // Almost all words of the documentation, and much faster.
  if (!others.test(plain)) return plain.slice(0, maxLength);
  return plain.normalize('NFKD').replaceAll(marks, '').slice(0, maxLength);
}

/** The words of a text, with where they stand in it. */
export function* wordsIn(
  text: string,
): Generator<{ readonly word: string; readonly start: number; readonly end: number }> {
  for (const { 0: found, index } of text.matchAll(joined)) {
    yield { word: plainWord(found), start: index, end: index + found.length };
  }
}

export const partsOf = (word: string): string[] => {
  const parts = word.split(separators);
  return parts.length > 1 ? parts : [];
};

/** The words by which a text is found: a joined word as a whole, and by each of its parts. */
export const termsOf = (text: string): string[] =>
  [...wordsIn(text)].flatMap(({ word }) => [word, ...partsOf(word)]);
