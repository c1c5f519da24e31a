import { LRUCache } from 'lru-cache';
import { baseDirection, bidiLevels, inVisualOrder, type Level } from './bidi.js';
import { splitGraphemes } from './break-text.js';
import type { FontFace } from './font-face.js';
import { fontFace } from './font-files.js';
import { fontChooser, type TextStyle } from './font-choice.js';
import { shapeText, type Cluster } from './shape.js';

/** Distances are in thousandths of the font size. */
export interface Run {
  readonly face: FontFace;
  /** From left to right, whatever the direction of the text. */
  readonly clusters: readonly Cluster[];
  /** The distance from the left end of the line. */
  readonly start: number;
}

/**
 * A line ready to be drawn. Its runs are in logical order, because programs that extract text follow the order in the document.
 */
export interface ShapedLine {
  readonly runs: readonly Run[];
  readonly width: number;
}

interface Item {
  readonly face: FontFace;
  readonly level: Level;
  text: string;
  readonly isReplaced: boolean;
}

const replacement = '\uFFFD';

const known = new LRUCache<string, ShapedLine>({ max: 5_000 });

/** Caches texts that occur often: labels, and the words of fixed sentences. */
export function shapeKnownLine(text: string, style: TextStyle): ShapedLine {
  const key = `${style.weight} ${style.locale} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const line = shapeLine(text, style);
  known.set(key, line);
  return line;
}

/** For one of several lines, `base` is the direction of the paragraph; by default, that of the text. */
export function shapeLine(text: string, style: TextStyle, base = baseDirection(text)): ShapedLine {
  const shaped = itemize(text, bidiLevels(text, base), style).map((item) => {
    const clusters = shapeItem(item, style.locale);
    return { face: item.face, level: item.level, clusters, width: widthOf(clusters) * item.face.scale };
  });
  const starts = new Map<object, number>();
  let width = 0;
  for (const run of inVisualOrder(shaped)) {
    starts.set(run, width);
    width += run.width;
  }
  return {
    runs: shaped.map((run) => ({ face: run.face, clusters: run.clusters, start: starts.get(run) ?? 0 })),
    width,
  };
}

function shapeItem({ face, text, level, isReplaced }: Item, locale: string): Cluster[] {
  if (!isReplaced) return shapeText(text, face, level % 2 === 1, locale);
  return shapeText(replacement, face, false, locale).map(({ glyphs }) => ({ text, glyphs }));
}

/** Parts with one font and direction. A grapheme that no font has becomes a visible replacement, but is copied as itself. */
function itemize(text: string, levels: readonly Level[], style: TextStyle): Item[] {
  const items: Item[] = [];
  const fontFor = fontChooser(style);
  let index = 0;
  for (const segment of splitGraphemes(text)) {
    const level = levels[index] ?? 0;
    index += segment.length;
    const face = fontFor(segment);
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

function widthOf(clusters: readonly Cluster[]): number {
  let width = 0;
  for (const { glyphs } of clusters) for (const { advance } of glyphs) width += advance;
  return width;
}
