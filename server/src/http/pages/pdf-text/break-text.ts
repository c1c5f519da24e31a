/** A part of a text; between two of them a line may end. */
export interface Piece {
  readonly text: string;
  /** Thousandths of the font size: up to its last letter, and with the blank that follows. */
  readonly ink: number;
  readonly width: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const segmenters = new Map<string, Intl.Segmenter>();

const writtenWithoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u;
const opensSomething = /[\p{Ps}\p{Pi}]$/u;

/** Words with the blank after them, or parts of words where a script has no blanks. */
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

// Letters, figures and signs that never join with what follows them; splitting those by hand is much quicker.
const simple = /^[\u0020-\u007E\u00A1-\u02FF]*$/u;

export function splitGraphemes(text: string): string[] {
  if (simple.test(text)) return text.split('');
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Lines of at most a width, each as full as can be. */
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
