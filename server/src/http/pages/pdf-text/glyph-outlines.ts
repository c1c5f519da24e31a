import type { FontFace } from './font-face.js';
import type { Glyph } from './shape.js';

const hasWords = 0x0001;
const hasOffsets = 0x0002;
const hasScale = 0x0008;
const hasMore = 0x0020;
const hasTwoScales = 0x0040;
const hasMatrix = 0x0080;

/** Returns the number of a glyph in the subset, adding the glyph if necessary. */
export type NumberOf = (glyph: number) => number;

/** Replaces the glyph numbers in a composite outline with those of the subset. */
export function renumberedOutline(outline: Buffer, numberOf: NumberOf): Buffer {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return outline;
  const copy = Buffer.from(outline);
  let at = 10;
  for (;;) {
    const flags = copy.readUInt16BE(at);
    copy.writeUInt16BE(numberOf(copy.readUInt16BE(at + 2)), at + 2);
    at += 4 + ((flags & hasWords) !== 0 ? 4 : 2);
    if ((flags & hasScale) !== 0) at += 2;
    else if ((flags & hasTwoScales) !== 0) at += 4;
    else if ((flags & hasMatrix) !== 0) at += 8;
    if ((flags & hasMore) === 0) return copy;
  }
}

const isInt16 = (value: number): boolean => value >= -0x8000 && value <= 0x7fff;

/** Combines positioned glyphs into one outline. */
export function composedOutline(face: FontFace, glyphs: readonly Glyph[], numberOf: NumberOf): Buffer {
  const parts: { readonly id: number; readonly x: number; readonly y: number }[] = [];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  let pen = 0;
  for (const { id, advance, dx, dy } of glyphs) {
    const outline = face.outline(id);
    const [x, y] = [pen + dx, dy];
    pen += advance;
    if (outline.length === 0) continue;
    const edges = [x, y, x, y].map((shift, side) => outline.readInt16BE(2 + side * 2) + shift);
    // Too far away for the font's number range, and for the page.
    if (![x, y, ...edges].every(isInt16)) continue;
    parts.push({ id, x, y });
    edges.forEach((edge, side) => {
      box[side] = side < 2 ? Math.min(box[side] ?? edge, edge) : Math.max(box[side] ?? edge, edge);
    });
  }
  if (parts.length === 0) return Buffer.alloc(0);
  const outline = Buffer.alloc(10 + parts.length * 8);
  outline.writeInt16BE(-1, 0);
  box.forEach((edge, side) => outline.writeInt16BE(edge, 2 + side * 2));
  parts.forEach(({ id, x, y }, index) => {
    const at = 10 + index * 8;
    outline.writeUInt16BE(hasWords | hasOffsets | (index < parts.length - 1 ? hasMore : 0), at);
    outline.writeUInt16BE(numberOf(id), at + 2);
    outline.writeInt16BE(x, at + 4);
    outline.writeInt16BE(y, at + 6);
  });
  return outline;
}
