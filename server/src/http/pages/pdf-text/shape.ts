import { Buffer as ShapingBuffer, ClusterLevel, Direction, shape } from 'harfbuzzjs';
import type { FontFace } from './font-face.js';

/** A glyph and where it is set, in units of its font. */
export interface Glyph {
  readonly id: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

/** Glyphs that stand together for a grapheme or more: a letter with its marks, a ligature. */
export interface Cluster {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
}

// More than any letter or emoji is made of. Scripts and joiners can make a cluster of a whole name, which is wider than a
// glyph can be.
const maxGlyphs = 16;

// One for all: shaping is synchronous, and a buffer of its own for each call would wait for the garbage collector.
const buffer = new ShapingBuffer();

/** The glyphs of a text in one font and direction, from left to right. */
export function shapeText(text: string, face: FontFace, isRightToLeft: boolean, locale: string): Cluster[] {
  buffer.reset();
  buffer.setClusterLevel(ClusterLevel.MONOTONE_GRAPHEMES);
  buffer.addText(text);
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  buffer.setLanguage(locale);
  buffer.guessSegmentProperties();
  shape(face.shaper, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  const clusters: Cluster[] = [];
  let current: { readonly start: number; readonly glyphs: Glyph[] } | undefined;
  infos.forEach(({ codepoint, cluster }, index) => {
    const position = positions[index];
    if (position === undefined) return;
    const glyph = {
      id: codepoint,
      advance: position.xAdvance,
      dx: position.xOffset,
      dy: position.yOffset,
    };
    const isSame = current?.start === cluster;
    if (current && isSame && current.glyphs.length < maxGlyphs) {
      current.glyphs.push(glyph);
      return;
    }
    current = { start: cluster, glyphs: [glyph] };
    // What is left of a long cluster is drawn, and copied with its beginning.
    clusters.push({ text: isSame ? '' : text.slice(cluster, ends.get(cluster)), glyphs: current.glyphs });
  });
  return clusters;
}
