import { Buffer as ShapingBuffer, ClusterLevel, Direction, shape } from 'harfbuzzjs';
import type { FontFace } from './font-face.js';

/** A glyph and its position, in font units. */
export interface Glyph {
  readonly id: number;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
}

/** The glyphs of one or more graphemes: a letter with its marks, or a ligature. */
export interface Cluster {
  readonly text: string;
  readonly glyphs: readonly Glyph[];
}

// More than any letter or emoji consists of. Some scripts and joiners can turn a whole name into one cluster, which would be
// wider than a glyph can be.
const maxGlyphs = 16;

// Shared, because shaping is synchronous. A buffer per call would wait for the garbage collector.
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
    // The rest of a long cluster is drawn; its text is copied with the first part.
    clusters.push({ text: isSame ? '' : text.slice(cluster, ends.get(cluster)), glyphs: current.glyphs });
  });
  return clusters;
}
