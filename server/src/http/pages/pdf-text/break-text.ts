/** A part of a text after which the line may break. */
export interface Piece {
  readonly text: string;
  /** Thousandths of the font size: `ink` without the trailing space, `width` with it. */
  readonly ink: number;
  readonly width: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const segmenters = new Map<string, Intl.Segmenter>();

const writtenWithoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u;
const opensSomething = /[\p{Ps}\p{Pi}]$/u;

/** Words with the space after them. In scripts without spaces, parts of words. */
export function breakText(text: string, locale: string): string[] {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(locale, segmenter);
  const parts: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && staysWith(last, segment, isWordLike === true))
      parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

function staysWith(last: string, segment: string, isWord: boolean): boolean {
  if (segment === ' ' || opensSomething.test(last)) return true;
  if (last.endsWith(' ') || opensSomething.test(segment)) return false;
  const mayPart = writtenWithoutBlanks.test(segment) || writtenWithoutBlanks.test(last);
  return !mayPart || (!isWord && !/\p{Extended_Pictographic}/u.test(segment));
}

/** The parts of a word that has hyphens or the like, as references of other systems have. */
export const splitAtMarks = (word: string): string[] =>
  word.match(/[^-_/.:]*[-_/.:]+\s*|[^-_/.:]+/gu) ?? [word];

// Characters that never combine with what follows. Splitting these directly is much faster.
const simple = /^[\u0020-\u007E\u00A1-\u02FF]*$/u;

export function splitGraphemes(text: string): string[] {
  if (simple.test(text)) return text.split('');
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Fills each line up to the width. */
export function wrapPieces(pieces: readonly Piece[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const { text, ink, width: advance } of pieces) {
    if (line !== '' && used + ink > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += text;
    used += advance;
  }
  return line === '' ? lines : [...lines, line];
}
