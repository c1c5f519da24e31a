import { breakText, splitAtMarks, splitGraphemes, wrapPieces, type Piece } from './break-text.js';
import { baseDirection, type Direction } from './bidi.js';
import type { TextStyle } from './font-choice.js';
import { shapeKnownLine, shapeLine, type ShapedLine } from './shaped-line.js';

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** From the largest to the smallest. */
  readonly sizes: readonly number[];
  readonly lines: number;
  /** The line spacing as a multiple of the size. */
  readonly leading: number;
}

export interface FittedText {
  readonly size: number;
  readonly lines: readonly ShapedLine[];
  /** The side on which the lines are aligned. */
  readonly direction: Direction;
}

const ellipsis = '…';

/**
 * Sets a text in the largest size that fits, with breaks between words, or else also within those that have hyphens or the like, then
 * within those that are wider than a line, then anywhere. If even the smallest does not fit, the text ends in an ellipsis.
 */
export function fitText(text: string, style: TextStyle, frame: Frame): FittedText {
  const words = breakText(text, style.locale);
  const parts = words.flatMap(splitAtMarks);
  const torn = tearer(parts, style);
  return (
    fitPieces(text, words, style, frame) ??
    fitPieces(text, parts, style, frame) ??
    fitTorn(text, torn, style, frame) ??
    fitTorn(text, tearer(splitGraphemes(text), style), style, frame) ??
    cutOff(text, torn, style, frame)
  );
}

function fitPieces(
  text: string,
  parts: readonly string[],
  style: TextStyle,
  frame: Frame,
): FittedText | undefined {
  const pieces = parts.map((part) => measure(part, style));
  for (const size of frame.sizes) {
    const width = (frame.width / size) * 1000;
    const lines = wrapPieces(pieces, width);
    const isHigh = lines.length * size * frame.leading > frame.height;
    const isTornApart = pieces.some(({ ink }) => ink > width);
    if (lines.length > frame.lines || isHigh || isTornApart) continue;
    return shapeAll(text, balance(pieces, width, lines), size, style);
  }
  return undefined;
}

/** The pieces for lines of a width. */
type Tear = (width: number) => readonly Piece[];

const measureLetters = (text: string, style: TextStyle): Piece[] =>
  splitGraphemes(text).map((letter) => measure(letter, style));

/** Tears only what is wider than a line. */
function tearer(parts: readonly string[], style: TextStyle): Tear {
  let pieces: readonly Piece[] | undefined;
  const letters = new Map<string, Piece[]>();
  const lettersOf = (text: string): Piece[] => {
    const known = letters.get(text) ?? measureLetters(text, style);
    letters.set(text, known);
    return known;
  };
  return (width) => {
    // Only now: most texts need not be torn.
    pieces ??= parts.map((part) => measure(part, style));
    return pieces.flatMap((piece) => (piece.ink > width ? lettersOf(piece.text) : [piece]));
  };
}

function fitTorn(text: string, torn: Tear, style: TextStyle, frame: Frame): FittedText | undefined {
  for (const size of frame.sizes) {
    const width = (frame.width / size) * 1000;
    const pieces = torn(width);
    const lines = wrapPieces(pieces, width);
    if (lines.length > frame.lines || lines.length * size * frame.leading > frame.height) continue;
    return shapeAll(text, balance(pieces, width, lines), size, style);
  }
  return undefined;
}

/** As much as there is room for, in the smallest size. */
function cutOff(text: string, torn: Tear, style: TextStyle, frame: Frame): FittedText {
  const size = frame.sizes.at(-1) ?? 1;
  const width = (frame.width / size) * 1000;
  const lines = wrapPieces(torn(width), width).slice(0, frame.lines);
  const last = splitGraphemes(lines.pop() ?? '');
  const withEllipsis = () => last.join('').trimEnd() + ellipsis;
  while (last.length > 1 && shapeLine(withEllipsis(), style).width > width) last.pop();
  return shapeAll(text, [...lines, withEllipsis()], size, style);
}

function measure(text: string, style: TextStyle): Piece {
  const ink = shapeKnownLine(text.trimEnd(), style).width;
  return { text, ink, width: text.endsWith(' ') ? ink + blankWidth(style) : ink };
}

function blankWidth(style: TextStyle): number {
  return shapeKnownLine(' ', style).width;
}

/** The same number of lines, about equally long. */
function balance(pieces: readonly Piece[], width: number, lines: readonly string[]): readonly string[] {
  let best = lines;
  let [narrowest, widest] = [width / lines.length, width];
  for (let round = 0; lines.length > 1 && round < 6; round++) {
    const middle = (narrowest + widest) / 2;
    const narrower = wrapPieces(pieces, middle);
    if (narrower.length <= lines.length) [best, widest] = [narrower, middle];
    else narrowest = middle;
  }
  return best;
}

function shapeAll(text: string, lines: readonly string[], size: number, style: TextStyle): FittedText {
  const direction = baseDirection(text);
  return { size, direction, lines: lines.map((line) => shapeLine(line.trimEnd(), style, direction)) };
}
