import type { FontFace } from '../pdf-text/font-face.js';
import type { ShapedLine } from '../pdf-text/shaped-line.js';
import type { Point, Polygon } from './raster.js';

/** The outlines of a line of text. The point is the start of its baseline. */
export function textPolygons(line: ShapedLine, x: number, y: number, size: number): Polygon[] {
  return line.runs.flatMap(({ face, clusters, start }) => {
    const unit = (face.scale * size) / 1000;
    let pen = x + (start * size) / 1000;
    return clusters.flatMap(({ glyphs }) =>
      glyphs.flatMap(({ id, advance, dx, dy }) => {
        const [left, baseline] = [pen + dx * unit, y - dy * unit];
        pen += advance * unit;
        return outlineOf(face, id).map((contour) =>
          contour.map(([px, py]): Point => [left + px * unit, baseline - py * unit]),
        );
      }),
    );
  });
}

/** Composite glyphs contain others; a damaged font could contain itself. */
const maxDepth = 6;

function outlineOf(face: FontFace, glyph: number, depth = 0): Polygon[] {
  const outline = face.outline(glyph);
  if (outline.length === 0 || depth > maxDepth) return [];
  const contours = outline.readInt16BE(0);
  return contours >= 0 ? simpleOutline(outline, contours) : compositeOutline(face, outline, depth);
}

const flag = { onCurve: 1, xShort: 2, yShort: 4, repeat: 8, xSame: 16, ySame: 32 };

function simpleOutline(outline: Buffer, contours: number): Polygon[] {
  const ends = Array.from({ length: contours }, (_, index) => outline.readUInt16BE(10 + index * 2));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = 10 + contours * 2;
  at += 2 + outline.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const value = outline.readUInt8(at++);
    const times = (value & flag.repeat) !== 0 ? outline.readUInt8(at++) + 1 : 1;
    for (let time = 0; time < times; time++) flags.push(value);
  }
  const read = (short: number, same: number): number[] => {
    let value = 0;
    return flags.slice(0, count).map((bits) => {
      const isSame = (bits & same) !== 0;
      if ((bits & short) !== 0) value += isSame ? outline.readUInt8(at++) : -outline.readUInt8(at++);
      else if (!isSame) {
        value += outline.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = read(flag.xShort, flag.xSame);
  const ys = read(flag.yShort, flag.ySame);
  return ends.map((end, index) => {
    const begin = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1;
    const points = Array.from({ length: end - begin + 1 }, (_, offset) => ({
      at: [xs[begin + offset] ?? 0, ys[begin + offset] ?? 0] as const,
      isOnCurve: ((flags[begin + offset] ?? 0) & flag.onCurve) !== 0,
    }));
    return flatten(points);
  });
}

interface OutlinePoint {
  readonly at: Point;
  readonly isOnCurve: boolean;
}

/** Enough for letters as large as a share card has them. */
const piecesPerCurve = 6;

const middle = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];

/** Replaces quadratic curves by straight pieces. Between two control points, a point on the curve is implied. */
function flatten(points: readonly OutlinePoint[]): Polygon {
  const whole = points.flatMap((point, index): OutlinePoint[] => {
    const next = points[(index + 1) % points.length];
    if (!next || point.isOnCurve || next.isOnCurve) return [point];
    return [point, { at: middle(point.at, next.at), isOnCurve: true }];
  });
  const first = whole.findIndex(({ isOnCurve }) => isOnCurve);
  if (first < 0) return [];
  const turned = [...whole.slice(first), ...whole.slice(0, first)];
  return turned.flatMap(({ at, isOnCurve }, index): Point[] => {
    if (isOnCurve) return [at];
    const from = turned[index - 1]?.at ?? at;
    const to = turned[(index + 1) % turned.length]?.at ?? at;
    return Array.from({ length: piecesPerCurve - 1 }, (_, piece) =>
      onCurve(from, at, to, (piece + 1) / piecesPerCurve),
    );
  });
}

const onCurve = (from: Point, control: Point, to: Point, t: number): Point => {
  const along = (axis: 0 | 1): number =>
    (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * to[axis];
  return [along(0), along(1)];
};

const part = { words: 0x0001, offsets: 0x0002, scale: 0x0008, more: 0x0020, scales: 0x0040, matrix: 0x0080 };

function compositeOutline(face: FontFace, outline: Buffer, depth: number): Polygon[] {
  const polygons: Polygon[] = [];
  let at = 10;
  for (;;) {
    const bits = outline.readUInt16BE(at);
    const glyph = outline.readUInt16BE(at + 2);
    const isWide = (bits & part.words) !== 0;
    // Other placements name points to align; our fonts do not use them.
    const isOffset = (bits & part.offsets) !== 0;
    const [dx, dy] = isWide
      ? [outline.readInt16BE(at + 4), outline.readInt16BE(at + 6)]
      : [outline.readInt8(at + 4), outline.readInt8(at + 5)];
    at += isWide ? 8 : 6;
    const factor = (index: number): number => outline.readInt16BE(at + index * 2) / 16_384;
    let [a, b, c, d] = [1, 0, 0, 1];
    if ((bits & part.scale) !== 0) {
      a = d = factor(0);
      at += 2;
    } else if ((bits & part.scales) !== 0) {
      [a, d] = [factor(0), factor(1)];
      at += 4;
    } else if ((bits & part.matrix) !== 0) {
      [a, b, c, d] = [factor(0), factor(1), factor(2), factor(3)];
      at += 8;
    }
    const [left, up] = isOffset ? [dx, dy] : [0, 0];
    for (const polygon of outlineOf(face, glyph, depth + 1))
      polygons.push(polygon.map(([x, y]): Point => [a * x + c * y + left, b * x + d * y + up]));
    if ((bits & part.more) === 0) return polygons;
  }
}
