import { bidiLevels, inVisualOrder } from './bidi.js';
import type { FontFace } from './font-face.js';
import { fontFace } from './font-files.js';
import { fontFor, type TextStyle } from './font-choice.js';
import { shapeText, type Cluster } from './shape.js';

export interface Run {
  readonly face: FontFace;
  readonly clusters: readonly Cluster[];
}

/** A line ready to be drawn, its runs from left to right. Its width is in thousandths of the font size. */
export interface ShapedLine {
  readonly runs: readonly Run[];
  readonly width: number;
  readonly isRightToLeft: boolean;
}

interface Item {
  readonly face: FontFace;
  readonly level: number;
  text: string;
  readonly isReplaced: boolean;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const replacement = '\uFFFD';

const most = 1_000;
const known = new Map<string, ShapedLine>();

/** For texts that come again and again, like the words of a form: shaped once. */
export function shapeKnownLine(text: string, style: TextStyle): ShapedLine {
  const key = `${style.weight} ${style.locale} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const line = shapeLine(text, style);
  if (known.size >= most) known.clear();
  known.set(key, line);
  return line;
}

export function shapeLine(text: string, style: TextStyle): ShapedLine {
  const { base, levels } = bidiLevels(text);
  const runs = inVisualOrder(itemize(text, levels, style)).map((item) => ({
    face: item.face,
    clusters: item.isReplaced
      ? shapeText(replacement, item.face, false, style.locale).map((cluster) => ({ ...cluster, text: item.text }))
      : shapeText(item.text, item.face, item.level % 2 === 1, style.locale),
  }));
  return { runs, width: widthOf(runs), isRightToLeft: base === 1 };
}

/** Pieces of one font and one direction. A grapheme that no font has becomes a visible mark, and copies as itself. */
function itemize(text: string, levels: readonly number[], style: TextStyle): Item[] {
  const items: Item[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const level = levels[index] ?? 0;
    const face = fontFor(segment, style);
    const last = items.at(-1);
    if (face === undefined) {
      items.push({ face: fontFace('sans', style.weight), level, text: segment, isReplaced: true });
    } else if (last !== undefined && last.face === face && last.level === level && !last.isReplaced) {
      last.text += segment;
    } else {
      items.push({ face, level, text: segment, isReplaced: false });
    }
  }
  return items;
}

function widthOf(runs: readonly Run[]): number {
  let width = 0;
  for (const { clusters } of runs) {
    for (const { glyphs } of clusters) for (const { advance } of glyphs) width += advance;
  }
  return width;
}
