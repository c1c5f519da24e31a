import { partsOf, wordsIn } from './words.js';

/** A piece of text, and whether it is what was searched for. */
export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

const length = 180;
/** What is shown before the first match. */
const before = 50;
/** A few sections are much longer, and every hit is read. */
const maxRead = 20_000;

/** The text with the terms marked. */
export function markTerms(text: string, terms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of matchesIn(text, terms)) {
    pieces.push({ text: text.slice(end, match.start), isMatch: false });
    pieces.push({ text: text.slice(match.start, match.end), isMatch: true });
    end = match.end;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** The part of a text in which most of the terms are; exact matches count more than similar ones. */
export function excerptOf(whole: string, terms: ReadonlySet<string>, typed: ReadonlySet<string>): Piece[] {
  const text = whole.slice(0, maxRead);
  const matches = [...matchesIn(text, terms)];
  let best = { start: 0, weight: 0 };
  for (const [index, { start }] of matches.entries()) {
    const near = matches.slice(index, index + 20).filter((match) => match.end < start + length - before);
    const different = [...new Set(near.map(({ word }) => word))];
    const weight = different.reduce((sum, word) => sum + (typed.has(word) ? 3 : 1), 0);
    if (weight > best.weight) best = { start, weight };
  }
  const from = wordStart(text, Math.max(0, best.start - before));
  const cut = text.slice(from, wordEnd(text, from + length));
  return markTerms(
    `${from > 0 ? '… ' : ''}${cut.trim()}${from + cut.length < text.length ? ' …' : ''}`,
    terms,
  );
}

function* matchesIn(
  text: string,
  terms: ReadonlySet<string>,
): Generator<{ readonly word: string; readonly start: number; readonly end: number }> {
  for (const found of wordsIn(text)) {
    const { word } = found;
    if (terms.has(word) || partsOf(word).some((part) => terms.has(part))) yield found;
  }
}

/** The next start of a word, so that an excerpt does not begin inside one. */
const wordStart = (text: string, at: number): number =>
  at === 0 ? 0 : Math.max(text.indexOf(' ', at) + 1, at);

const wordEnd = (text: string, at: number): number => {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space > at - before ? space : at;
};
