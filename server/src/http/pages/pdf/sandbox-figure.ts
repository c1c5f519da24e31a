import { markText, type SandboxMark } from '../sandbox-mark.js';
import type { CollectedDocument } from './collected-document.js';
import { operands, page, type Colour } from './theme.js';

/** What is needed of a canvas, which draws these marks itself. */
interface MarkedCanvas {
  readonly document: CollectedDocument;
  operators(...lines: readonly string[]): void;
  decoration(draw: () => void): void;
  widthOf(text: string, size: number, weight: 'semibold'): number;
  line(text: string, x: number, y: number, style: MarkStyle): number;
}

interface MarkStyle {
  readonly size: number;
  readonly weight: 'semibold';
  readonly colour: Colour;
  readonly width?: number;
}

/** Fits above the content of all documents. */
const band = { height: 30, baseline: 19.5, size: 12 };
const watermark = { size: 170, opacity: 0.13, share: 0.78 };

/** Drawn when everything else is on the page, so that no picture covers it. */
export function drawSandboxBand(canvas: MarkedCanvas, mark: SandboxMark, width: number): void {
  canvas.operators(`${operands('ember')} rg 0 0 ${width} ${band.height} re f`);
  canvas.line(markText(mark), page.margin, band.baseline, {
    size: band.size,
    weight: 'semibold',
    colour: 'paper',
    width: width - 2 * page.margin,
  });
}

/** The word along the diagonal, transparent enough to read what is below it. */
export function drawWatermark(
  canvas: MarkedCanvas,
  { word }: SandboxMark,
  [width, height]: readonly [width: number, height: number],
): void {
  const diagonal = Math.hypot(width, height);
  const [cos, sin] = [width / diagonal, height / diagonal].map((part) => part.toFixed(4));
  const natural = canvas.widthOf(word, watermark.size, 'semibold');
  const shown = Math.min(natural, diagonal * watermark.share);
  const size = (watermark.size * shown) / natural;
  canvas.decoration(() => {
    canvas.document.save().fillOpacity(watermark.opacity);
    canvas.operators(`${cos} -${sin} ${sin} ${cos} ${width / 2} ${height / 2} cm`);
    canvas.line(word, -shown / 2, size * 0.35, { size, weight: 'semibold', colour: 'ember' });
    canvas.document.restore();
  });
}
