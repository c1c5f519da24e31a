import { shapeKnownLine } from '../pdf-text/shaped-line.js';
import { markText, type SandboxMark } from '../sandbox-mark.js';
import { textPolygons } from './glyph-polygons.js';
import { rectangle, type Point, type Raster, type Rgb } from './raster.js';

const ember: Rgb = [154, 79, 28];
const white: Rgb = [255, 255, 255];
const band = { height: 68, left: 84, size: 30 };
const watermark = { size: 220, opacity: 0.16, share: 0.74 };

/** A band at the top, and the word along the diagonal: drawn last, so that nothing covers them. */
export function drawSandboxMark(raster: Raster, mark: SandboxMark, locale: string): void {
  const { width } = raster;
  const height = raster.height - band.height;
  const style = { weight: 'semibold', locale } as const;
  const diagonal = Math.hypot(width, height);
  const [cos, sin] = [width / diagonal, height / diagonal];
  const turned = ([x, y]: Point): Point => [
    width / 2 + x * cos + y * sin,
    band.height + height / 2 - x * sin + y * cos,
  ];
  const word = shapeKnownLine(mark.word, style);
  const wordSize = sizeWithin(word.width, watermark.size, diagonal * watermark.share);
  const letters = textPolygons(word, (-word.width * wordSize) / 2000, wordSize * 0.35, wordSize);
  raster.fill(
    letters.map((polygon) => polygon.map(turned)),
    white,
    watermark.opacity,
  );
  raster.fill([rectangle(0, 0, width, band.height)], ember);
  const text = shapeKnownLine(markText(mark), style);
  const size = sizeWithin(text.width, band.size, width - 2 * band.left);
  raster.fill(textPolygons(text, band.left, band.height / 2 + size * 0.36, size), white);
}

/** `natural` is a width for the size 1,000. */
const sizeWithin = (natural: number, size: number, width: number): number =>
  Math.min(size, (width * 1000) / natural);
